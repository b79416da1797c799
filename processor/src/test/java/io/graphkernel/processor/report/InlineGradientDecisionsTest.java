package io.graphkernel.processor.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.UserCompilation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the report of a gradient inside a method. All values here have 8 rows of 16, 512 bytes. */
class InlineGradientDecisionsTest {

    /** A library that multiplied by the centered values would have to read them. */
    private static final String SCALED = """
            @GraphKernel(flags = "--disable_matmul_post_fusion=true")
            static Result step(
                    @TensorType("f32[8, 16]") Tensor x,
                    @TensorType("f32[16]") Tensor gamma,
                    @TensorType("f32[16, 16]") Tensor w) {
                Tensor centred = sub(square(x), x);
                var step = Gradients.valueAndGradient(
                        () -> {
                            Tensor product = matMul(mul(centred, gamma), w);
                            return reduceSum(square(product));
                        },
                        gamma);
                return new Result(step.value(), step.gradient());
            }
            """;

    private static final String LAYERS = """
            @GraphKernel
            static Tensor layer(@TensorType("f32[8, 16]") Tensor x, @TensorType("f32[16, 16]") Tensor w) {
                Tensor product = matMul(x, w);
                return sin(product);
            }

            @GraphKernel
            static Result step(
                    @TensorType("f32[8, 16]") Tensor x,
                    @TensorType("f32[16, 16]") Tensor w,
                    @TensorType("f32[16, 16]") Tensor v) {
                var step = Gradients.valueAndGradient(() -> reduceSum(square(layer(layer(x, w), v))), w);
                return new Result(step.value(), step.gradient());
            }
            """;

    @TempDir
    private Path directory;

    /**
     * The gradient of the square reads the matmul; that of gamma sums the adjoint times the centered values over the rows.
     * Recomputing these reads x instead, and stores nothing.
     */
    @Test
    void cheapValues_areRecomputedByFusion() throws IOException {
        Map<String, Object> step = methods(SCALED).get("step");

        assertThat(step.get("gradient")).isEqualTo(Map.of("stored", "512", "recomputed", "512"));
        assertThat(choices(step))
                .containsExactlyInAnyOrder(
                        "product stored, 512: 1 kernel of the gradient reads it",
                        "centred recomputed, 512: a kernel of the gradient computes it from what it reads, which moves fewer bytes");
    }

    @Test
    void values_withoutThePass_areStored() throws IOException {
        Map<String, Object> step = methods(SCALED.replace("fusion=true", "fusion=true --enable_recompute_fusion=false"))
                .get("step");

        assertThat(step.get("gradient")).isEqualTo(Map.of("stored", "1024", "recomputed", "0"));
    }

    /** The gradient of each sine is the cosine of the product. */
    @Test
    void values_readByGradients_areStored() throws IOException {
        Map<String, Map<String, Object>> methods = methods(LAYERS);

        assertThat(methods.get("step").get("gradient")).isEqualTo(Map.of("stored", "1024", "recomputed", "0"));
        assertThat(methods.get("layer")).doesNotContainKeys("gradient", "choices");
    }

    /** Both products are recomputed: the first from x, which is a parameter, the second from the result of the first layer. */
    @Test
    void layers_thatSaveTheirInputs_storeNothingElse() throws IOException {
        Map<String, Object> step = methods(
                        LAYERS.replaceFirst("@GraphKernel\n", "@GraphKernel(saves = Saves.INPUTS)\n"))
                .get("step");

        assertThat(step.get("gradient")).isEqualTo(Map.of("stored", "512", "recomputed", "1024"));
        assertThat(choices(step)).contains("product recomputed, 512: the kernel that it is of has saves = INPUTS");
    }

    /** The adjoint of a weight with two readers has no line; it reads both masks. */
    @Test
    void sharedWeights_areReadForTheGradient() throws IOException {
        Map<String, Object> step = methods("""
                @GraphKernel(flags = "--opt_level=0")
                static Result step(
                        @TensorType("f32[8, 16]") Tensor x,
                        @TensorType("f32[8, 16]") Tensor w) {
                    Tensor above = greater(x, 1);
                    Tensor below = less(x, -1);
                    var step = Gradients.valueAndGradient(
                            () -> reduceSum(add(select(above, w, x), mul(select(below, w, x), 3))), w);
                    return new Result(step.value(), step.gradient());
                }
                """).get("step");

        assertThat(choices(step))
                .containsExactlyInAnyOrder(
                        "above stored, 128: 1 kernel of the gradient reads it",
                        "below stored, 128: 1 kernel of the gradient reads it");
    }

    /** A reshape shares the memory of its operand. */
    @Test
    void returnedViews_areResults() throws IOException {
        Map<String, Object> step = methods("""
                @GraphKernel
                static Result step(@TensorType("f32[8, 16]") Tensor x, @TensorType("f32[16, 16]") Tensor w) {
                    Tensor product = matMul(x, w);
                    var step = Gradients.valueAndGradient(() -> reduceSum(sin(product)), product);
                    return new Result(reshape(product, 128), step.gradient());
                }
                """).get("step");

        assertThat(step.get("gradient")).isEqualTo(Map.of("stored", "0", "recomputed", "0"));
        assertThat(choices(step)).containsExactly("product saved as a result, 512: 1 kernel of the gradient reads it");
    }

    /** Each op is a kernel, so that a composite op and its gradient share no inner value. */
    @Test
    void compositeOps_areRecomputedInside() throws IOException {
        Map<String, Object> step = methods("""
                @GraphKernel(flags = "--opt_level=0")
                static Result step(@TensorType("f32[8, 16]") Tensor x, @TensorType("f32[8, 16]") Tensor y) {
                    var step = Gradients.valueAndGradient(() -> reduceSum(squaredDifference(x, y)), x);
                    return new Result(step.value(), step.gradient());
                }
                """).get("step");

        assertThat(choices(step)).anyMatch(line -> line.endsWith("512: the enclosing op returns only its result"));
    }

    /** Each call of a pair counts only its own work. */
    @Test
    void pair_storesInOneCallAndRecomputesInTheOther() throws IOException {
        Map<String, Map<String, Object>> methods = methods("""
                @GraphKernel(gradient = true, saves = Saves.MATMULS)
                static Tensor layer(@TensorType("f32[8, 16]") Tensor x, @TensorType("f32[16, 16]") Tensor w) {
                    Tensor sine = sin(matMul(x, w));
                    return mul(sine, sine);
                }
                """);

        assertThat(methods.get("layerForward").get("gradient")).isEqualTo(Map.of("stored", "512", "recomputed", "0"));
        assertThat(methods.get("layerGradient").get("gradient")).isEqualTo(Map.of("stored", "0", "recomputed", "1024"));
    }

    private static List<String> choices(Map<String, Object> method) {
        List<String> lines = new ArrayList<>();
        for (Object entry : (List<?>) method.get("choices")) {
            Map<?, ?> choice = (Map<?, ?>) entry;
            lines.add(choice.get("label") + " " + choice.get("choice") + ", " + choice.get("bytes") + ": "
                    + choice.get("reason"));
        }
        return lines;
    }

    /** Returns the methods in the report, by name. */
    @SuppressWarnings("unchecked")
    private Map<String, Map<String, Object>> methods(String methods) throws IOException {
        String source = """
                package demo;

                import static io.graphkernel.runtime.Ops.*;
                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                final class Network {
                record Result(Tensor loss, Tensor gradient) {}

                %s}
                """.formatted(methods);
        UserCompilation.Outcome outcome = new UserCompilation(directory)
                .processor(new GraphKernelProcessor())
                .option("-Agraphkernel.reportDir=" + directory.resolve("report"))
                .option("-Agraphkernel.targets=jvm")
                .option("-Agraphkernel.cacheDir=" + directory.resolve("cache"))
                .compile("Network.java", source);
        assertThat(outcome.success()).as(outcome::toString).isTrue();
        String data = new ShownPage(directory.resolve("report")).data().get(0);
        Map<String, Map<String, Object>> found = new LinkedHashMap<>();
        for (Object method : (List<?>) ((Map<?, ?>) JsonReader.read(data)).get("methods")) {
            found.put((String) ((Map<?, ?>) method).get("name"), (Map<String, Object>) method);
        }
        return found;
    }
}
