package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A project that Eclipse's compiler compiles, in Maven and as a command. */
@Tag("slow")
@Tag("it")
@Tag("process")
class EclipseIT {

    private static final String SOURCE = "src/main/java/eclipse/Smooth.java";
    private static final String[] PRINTED = {
        "Tensor f32[2] [6.0, 6.0]", "[KernelInfo[method=smooth, ops=2, launches=1]]"
    };

    @Test
    void eclipseCompiler_underMaven_findsTheProcessor() throws Exception {
        UserProject project = UserProjects.copy("eclipse");

        Build run = project.maven("-q", "compile", "exec:java");

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output()).contains(PRINTED);
    }

    /** In the order of docs/build-tools.md, with the processor on its path alone. */
    @Test
    void eclipseCompiler_asACommand_findsTheProcessor() throws Exception {
        UserProject project = UserProjects.copy("eclipse");

        Build build = compile(project, UserProjects.PROCESSORS);

        assertThat(build.succeeded()).as(build.output()).isTrue();
        Build run = project.java("-cp", "classes" + File.pathSeparator + UserProjects.LIBRARIES, "eclipse.Smooth");
        assertThat(run.output()).contains(PRINTED);
        project.write(SOURCE, Files.readString(project.file(SOURCE)).replace("mul(a, x)", "tanhh(a)"));
        Build mistake = compile(project, UserProjects.PROCESSORS);
        assertThat(mistake.succeeded()).as(mistake.output()).isFalse();
        assertThat(mistake.output())
                .contains("Smooth.java (at line 19)\n\treturn tanhh(a);\n\t       ^^^^^\n[GK-1201] unknown op: 'tanhh'")
                .contains("fix: did you mean 'tanh'?");
    }

    @Test
    void processorPath_withoutAJar_isReported() throws Exception {
        UserProject project = UserProjects.copy("eclipse");
        String incomplete = Arrays.stream(UserProjects.PROCESSORS.split(File.pathSeparator))
                .filter(entry -> !entry.contains("graphkernel-ops"))
                .collect(Collectors.joining(File.pathSeparator));

        Build build = compile(project, incomplete);

        assertThat(build.succeeded()).as(build.output()).isFalse();
        assertThat(build.output())
                .contains("[GK-0010] processor path is incomplete: eclipse.Smooth")
                .containsPattern("because: the class io\\.graphkernel\\.\\S+ is not on the class path");
    }

    private static Build compile(UserProject project, String processors) throws Exception {
        return project.java(
                "-jar",
                UserProjects.classPath("ecj"),
                "-17",
                "-Agraphkernel.targets=cpu",
                "-cp",
                UserProjects.LIBRARIES,
                "-processorpath",
                processors,
                "-d",
                "classes",
                "-s",
                Files.createDirectories(project.file("generated")).toString(),
                "src/main/java");
    }
}
