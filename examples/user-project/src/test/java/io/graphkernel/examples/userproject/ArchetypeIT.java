package io.graphkernel.examples.userproject;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.userproject.UserProject.Build;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The project that Maven writes: its test, and a product of matrices, which needs oneDNN. */
@Tag("slow")
@Tag("it")
@Tag("process")
class ArchetypeIT {

    private static final String PRODUCT = """
            package com.example.ops;

            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.GraphKernel;
            import io.graphkernel.annotations.TensorType;
            import io.graphkernel.runtime.Tensor;

            public final class Product {
                @GraphKernel
                public static Tensor twice(
                        @TensorType("f32[n, k]") Tensor a, @TensorType("f32[k, m]") Tensor b) {
                    return mul(matMul(a, b), 2);
                }
            }
            """;

    private static final String PRODUCT_TEST = """
            package com.example.ops;

            import static org.junit.jupiter.api.Assertions.assertArrayEquals;

            import io.graphkernel.runtime.Tensor;
            import io.graphkernel.runtime.TensorScope;
            import org.junit.jupiter.api.Test;

            class ProductTest {
                @Test
                void oneDnn_isThere() {
                    try (TensorScope scope = TensorScope.open()) {
                        Tensor a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
                        Tensor b = Tensor.of(new float[] {5, 6, 7, 8}, 2, 2);
                        float[] expected = {38, 44, 86, 100};
                        assertArrayEquals(expected, ProductKernels.twice(a, b).toFloatArray());
                    }
                }
            }
            """;

    @Test
    void maven_writesAProjectThatIsTested() throws Exception {
        String[] command = UserProjects.page("first-op.md")
                .block("sh", "mkdir -p ~/projects && cd ~/projects")
                .replaceFirst("(?s).*(?=mvn -B archetype:generate)", "")
                .replace("archetype:generate", UserProjects.setting("archetypePlugin") + ":generate")
                .replace("=demo", "=com.example.ops")
                .split("[\\s\\\\]+");
        UserProject workspace = UserProjects.project("written");

        Build writing = workspace.maven(Arrays.copyOfRange(command, 2, command.length));

        assertThat(writing.succeeded()).as(writing.output()).isTrue();
        UserProject project = workspace.inside("my-ops");
        assertThat(project.file("src/main/java/com/example/ops/MyOps.java")).isRegularFile();
        assertThat(project.file("pom.xml"))
                .content()
                .contains("<groupId>com.example.ops</groupId>\n  <artifactId>my-ops</artifactId>")
                .contains("<exec.mainClass>com.example.ops.MyOps<")
                .doesNotContain("demo", "first-op");
        project.write("src/main/java/com/example/ops/Product.java", PRODUCT)
                .write("src/test/java/com/example/ops/ProductTest.java", PRODUCT_TEST);
        // The native oneDNN library for this machine.
        Build build = project.maven("test", "exec:java", "-Djavacpp.platform=" + UserProjects.setting("hostPlatform"));
        assertThat(build.output())
                .contains("BUILD SUCCESS")
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")
                .contains(UserProjects.page("first-op.md")
                        .block("text", "Tensor ")
                        .strip());
    }
}
