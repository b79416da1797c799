package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.userproject.UserProject.Build;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A build by the Gradle of this machine. The build script is for Gradle 4.4, which is Debian's. */
@Tag("it")
@Tag("process")
class GradleIT {

    @Test
    @ExhaustiveOnly
    void kernels_areCompiledAndComeFromTheBuildCache() throws Exception {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(directory -> Files.isExecutable(new File(directory, "gradle").toPath())),
                "gradle is not on the path");
        UserProject project = UserProjects.copy("gradle");
        Build version = gradle(project, "--version");
        assumeTrue(version.output().contains("Gradle 4."), "this gradle is not a Gradle 4");
        // Brings what the processor needs into the repository.
        Build library = UserProjects.copy("library").maven("-q", "compile");
        assertThat(library.succeeded()).as(library.output()).isTrue();

        Build first = gradle(project, "run");
        assertThat(first.output())
                .contains(
                        "[GK-3001] kernels compiled: demo.Scaling: 1 method: 1 op in 1 launch, report",
                        "Tensor f32[2] [6.0, 6.0]");
        assertThat(project.file("build/classes/java/graph-kernel/report.html")).isRegularFile();
        Build again = gradle(project, "clean", "run");
        assertThat(again.output())
                .contains(":compileJava FROM-CACHE", "Tensor f32[2] [6.0, 6.0]")
                .doesNotContain("[GK-");
        String source = "src/main/java/demo/Scaling.java";
        project.write(source, Files.readString(project.file(source)).replace("mul(x, 2)", "mul(x, 5)"));
        assertThat(gradle(project, "run").output()).contains("Tensor f32[2] [15.0, 15.0]");
    }

    private static Build gradle(UserProject project, String... tasks) throws Exception {
        String[] options = {
            "gradle",
            "--offline",
            "--no-daemon",
            "--build-cache",
            "--gradle-user-home=" + project.file("home"),
            "-Prepository=" + UserProjects.installed().directory().toUri(),
            "-Pplatform=" + UserProjects.setting("hostPlatform")
        };
        String[] command = Arrays.copyOf(options, options.length + tasks.length);
        System.arraycopy(tasks, 0, command, options.length, tasks.length);
        return project.program(command);
    }
}
