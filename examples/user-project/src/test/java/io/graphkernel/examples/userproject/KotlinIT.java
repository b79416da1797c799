package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import io.graphkernel.testing.ExhaustiveOnly;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kotlin that calls the kernels of a Java project. */
@Tag("it")
@Tag("process")
class KotlinIT {

    @Test
    @ExhaustiveOnly
    void kotlin_callsTheStub() throws Exception {
        Build library = UserProjects.copy("library").maven("-q", "install");
        assertThat(library.succeeded()).as(library.output()).isTrue();

        Build run = UserProjects.copy("kotlin").maven("-q", "compile", "exec:java");

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output()).contains("Tensor f32[2] [6.0, 6.0]");
    }
}
