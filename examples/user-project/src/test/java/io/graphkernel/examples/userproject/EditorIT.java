package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of Eclipse itself, without windows: its workspace, its incremental builds, and its checks of unsaved text. */
@Tag("it")
@Tag("process")
class EditorIT {

    /** Output of the session of the project {@code editor}. */
    private static final String SHOWN = """
            saved: new
            saved: misspelt
            10 Ops.expp: [GK-1201] unknown op: 'expp'
            10 expp: The method expp(Tensor) is undefined for the type Ops
            14 TwiceKernels: TwiceKernels cannot be resolved
            saved: fixed
            typed: another body
            typed: another kernel
            14: The method thrice(Tensor) is undefined for the type TwiceKernels
            saved: as it was
            """;

    @Test
    @ExhaustiveOnly
    void kernels_areCreatedWhenAFileIsSaved() throws Exception {
        UserProject project = UserProjects.copy("editor");
        Build build = project.maven("-q", "process-classes");
        assertThat(build.succeeded()).as(build.output()).isTrue();
        Path bundles = project.file("target/bundles");
        String framework;
        try (Stream<Path> files = Files.list(bundles)) {
            framework = files.map(Path::toString)
                    .filter(file -> file.contains("org.eclipse.osgi-"))
                    .findFirst()
                    .orElseThrow();
        }

        Build session = project.java(
                "-cp",
                project.file("target/classes") + File.pathSeparator + framework,
                "editor.Eclipse",
                project.file("eclipse").toString(),
                bundles.toString(),
                UserProjects.LIBRARIES,
                UserProjects.PROCESSORS);

        assertThat(session.output()).isEqualTo(SHOWN);
        String classes = project.file("eclipse/workspace/kernels/bin").toString();
        Build run = project.java("-cp", classes + File.pathSeparator + UserProjects.LIBRARIES, "demo.Twice");
        assertThat(run.output()).contains("Tensor f32[2] [2.0, 2.0]");
    }
}
