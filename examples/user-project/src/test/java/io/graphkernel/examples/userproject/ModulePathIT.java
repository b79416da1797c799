package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.userproject.UserProject.Build;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A project with a {@code module-info.java}, which javac compiles and Java runs on the module path. */
class ModulePathIT {

    private static final String PRINTED = "Tensor f32[2, 2] [[0.0, 0.0], [0.0, 0.0]]";

    @Test
    void aModularProjectRuns() throws Exception {
        UserProject project = built(UserProjects.copy("modular"));

        Build run = project.java(
                "-p", modules(project), "--add-modules", "ALL-MODULE-PATH", "-m", "modular/modular.Modular");
        Build incomplete = project.java("-p", modules(project), "-m", "modular/modular.Modular");

        assertThat(run.output())
                .contains(PRINTED)
                .contains("io.graphkernel.runtime [KernelInfo[method=smooth, ops=2, launches=1]]");
        assertThat(incomplete.output())
                .contains("[GK-6150] the module org.bytedeco.javacpp is not among those of this process")
                .contains("--add-modules ALL-MODULE-PATH");
    }

    /** JDK 24 and later warn of native access, and JDK 23 and later run no processor that is merely on the class path. */
    @Test
    void aModularProjectRunsOnANewerJdk() throws Exception {
        Optional<Path> jdk = Jdks.ofVersion(24);
        assumeTrue(jdk.isPresent(), "no JDK 24 or later next to the one of these tests");
        UserProject project = built(UserProjects.copy("modular").on(jdk.get()));

        Build run = project.java(
                "-p",
                modules(project),
                "--add-modules",
                "ALL-MODULE-PATH",
                "--enable-native-access=" + access(),
                "-m",
                "modular/modular.Modular");

        assertThat(run.output()).contains(PRINTED).doesNotContain("WARNING");
    }

    /** The modules that docs/build-tools.md names. */
    private static String access() throws IOException {
        return UserProjects.page("build-tools.md").text("`--enable-native-access=([a-z.,]+)`");
    }

    private static UserProject built(UserProject project) throws Exception {
        Build build = project.maven("compile");
        assertThat(build.succeeded()).as(build.output()).isTrue();
        return project;
    }

    private static String modules(UserProject project) {
        return project.file("target/classes") + File.pathSeparator + UserProjects.LIBRARIES;
    }
}
