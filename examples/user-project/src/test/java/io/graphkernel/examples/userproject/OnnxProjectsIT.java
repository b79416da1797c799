package io.graphkernel.examples.userproject;

import static io.graphkernel.examples.userproject.UserProjects.copy;
import static io.graphkernel.examples.userproject.UserProjects.project;
import static io.graphkernel.examples.userproject.UserProjects.setting;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import io.graphkernel.processor.onnx.ModelBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Models of ONNX in the build of a user: in the code, from a dependency, changed meanwhile, and converted by a goal. */
@Tag("slow")
@Tag("it")
@Tag("process")
class OnnxProjectsIT {

    /** {@code max(factor x, 0)}. */
    private static byte[] model(float factor) {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Mul x factor -> product")
                        .node("Relu product -> y")
                        .weight("factor", new long[] {1}, factor)
                        .input("x", ModelBytes.FLOAT, "n")
                        .output("y", ModelBytes.FLOAT),
                13);
    }

    /** A library of models, with nothing else in it. */
    private static void installModels(byte[] model) throws IOException {
        Path directory = Files.createDirectories(
                UserProjects.installed().directory().resolve("shared-models/shared-models/1.0"));
        try (JarOutputStream jar =
                new JarOutputStream(Files.newOutputStream(directory.resolve("shared-models-1.0.jar")))) {
            jar.putNextEntry(new JarEntry("shared/shared.onnx"));
            jar.write(model);
        }
        Files.writeString(directory.resolve("shared-models-1.0.pom"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>shared-models</groupId>
                  <artifactId>shared-models</artifactId>
                  <version>1.0</version>
                </project>
                """);
    }

    @Test
    void models_areCompiledWithTheCodeThatCallsThem() throws Exception {
        installModels(model(3));
        UserProject project = copy("onnx");
        Path own = project.file("src/main/resources/own.onnx");
        Files.createDirectories(own.getParent());
        Files.write(own, model(2));

        Build build = project.maven("-q", "compile", "exec:java");

        assertThat(build.output())
                .contains(
                        "own Tensor f32[2] [2.0, 4.0]",
                        "shared Tensor f32[2] [3.0, 6.0]",
                        "both Tensor f32[2] [5.0, 10.0]")
                .contains("1 launch");

        Files.write(own, model(-2));
        Build changed = project.maven("compile", "exec:java");
        assertThat(changed.output())
                .contains("the model of models.Own has changed: its package is compiled again")
                .contains("own Tensor f32[2] [0.0, 0.0]", "both Tensor f32[2] [3.0, 6.0]");
        assertThat(project.maven("compile").output())
                .contains("BUILD SUCCESS")
                .doesNotContain("has changed", "Compiling");
    }

    @Test
    void goal_convertsAModel() throws Exception {
        UserProject workspace = project("converted");
        Files.write(workspace.file("net.onnx"), model(2));
        String goal = "io.graphkernel:graphkernel-maven-plugin:" + setting("version") + ":convert";

        Build build = workspace.maven(
                goal,
                "-DmodelFile=" + workspace.file("net.onnx"),
                "-DoutputFile=" + workspace.file("net"),
                "-Dplatforms=" + setting("hostPlatform"));

        assertThat(build.output()).contains("CONVERT RESULT SUCCESS: ");
        Build help = workspace.java("-jar", "net.jar", "--help");
        assertThat(help.output()).contains("input  x  f32[n]", "output y  f32[n]");
        Build mistake =
                workspace.maven(goal, "-DmodelFile=" + workspace.file("net.onnx"), "-Doptimize=fast", "-DoutputFile=x");
        assertThat(mistake.succeeded()).isFalse();
        assertThat(mistake.output()).contains("[GK-", "ascend_oriented").doesNotContain("Exception in");
    }
}
