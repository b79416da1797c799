package io.graphkernel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random kernel methods: the fused stub, the stub of one kernel per op and the eager run agree. The properties
 * {@code graphkernel.random.seed} and {@code graphkernel.random.methods} choose others.
 */
class RandomGraphsTest {

    private static final long SEED = Long.getLong("graphkernel.random.seed", 20261120);
    private static final int METHODS = Integer.getInteger("graphkernel.random.methods", 40);
    private static final int[][] SIZES = {
        {3, 5, 4}, {1, 1, 1}, {17, 33, 2}, {16, 64, 16}, {0, 5, 3}, {4, 0, 3}, {130, 257, 5}
    };
    private static final double TOLERANCE = 1e-4;

    @TempDir
    private Path directory;

    @Test
    void fusedUnfusedAndEagerAgree() throws Exception {
        Random random = new Random(SEED);
        List<RandomMethod> methods = new ArrayList<>();
        for (int i = 0; i < METHODS; i++) {
            methods.add(new RandomMethod("method" + i, random));
        }
        Compilation compilation = new Compilation(directory)
                .source("Fused", text("Fused", "", methods))
                .source("Unfused", text("Unfused", "--opt_level=0", methods));
        try (URLClassLoader loader = compilation.load()) {
            for (RandomMethod method : methods) {
                Method eager = find(loader, "Fused", method.name());
                Method fused = find(loader, "FusedKernels", method.name());
                Method unfused = find(loader, "UnfusedKernels", method.name());
                for (int[] sizes : SIZES) {
                    try (TensorScope scope = TensorScope.open()) {
                        String what = Arrays.toString(sizes) + " of seed " + SEED + ":\n" + method.text("");
                        List<float[]> expected = call(eager, method, sizes);
                        compare("fused at " + what, call(fused, method, sizes), expected);
                        compare("unfused at " + what, call(unfused, method, sizes), expected);
                    } catch (InvocationTargetException e) {
                        fail(method.text(""), e.getCause());
                    }
                }
            }
        }
    }

    private static String text(String className, String flags, List<RandomMethod> methods) {
        StringBuilder text = new StringBuilder();
        text.append("import static io.graphkernel.runtime.Ops.*;\n");
        text.append("import io.graphkernel.annotations.*;\n");
        text.append("import io.graphkernel.runtime.Tensor;\n");
        text.append("public final class ").append(className).append(" {\n");
        text.append("    public record Results2(Tensor first, Tensor second) {}\n");
        text.append("    public record Results3(Tensor first, Tensor second, Tensor third) {}\n");
        methods.forEach(method -> text.append(method.text(flags)));
        return text.append("}\n").toString();
    }

    /** The form that makes its results. */
    private static Method find(ClassLoader loader, String className, String name) throws ClassNotFoundException {
        return Arrays.stream(loader.loadClass(className).getMethods())
                .filter(method -> method.getName().equals(name) && method.getReturnType() != void.class)
                .findFirst()
                .orElseThrow();
    }

    /** The results and, after them, the parameters as the call left them. */
    private static List<float[]> call(Method method, RandomMethod source, int[] sizes) throws Exception {
        Map<String, Integer> dims = new HashMap<>(Map.of("1", 1, "n", sizes[0], "d", sizes[1]));
        dims.putAll(Map.of("a", sizes[0], "b", sizes[2], "c", sizes[1]));
        Random random = new Random(1);
        List<Object> arguments = new ArrayList<>();
        for (RandomMethod.Value parameter : source.parameters()) {
            long[] shape = parameter.dims().stream().mapToLong(dims::get).toArray();
            float[] values = new float[(int) Arrays.stream(shape).reduce(1, (x, y) -> x * y)];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat() * 2 - 1;
            }
            arguments.add(Tensor.of(values, shape));
        }
        List<Tensor> tensors = new ArrayList<>();
        arguments.forEach(argument -> tensors.add((Tensor) argument));
        arguments.add(0.75f);
        Object result = method.invoke(null, arguments.toArray());
        List<float[]> values = new ArrayList<>();
        if (result instanceof Tensor tensor) {
            values.add(tensor.toFloatArray());
        } else {
            for (RecordComponent component : result.getClass().getRecordComponents()) {
                values.add(((Tensor) component.getAccessor().invoke(result)).toFloatArray());
            }
        }
        tensors.forEach(tensor -> values.add(tensor.toFloatArray()));
        return values;
    }

    private static void compare(String what, List<float[]> actual, List<float[]> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            float[] values = actual.get(i);
            float[] wanted = expected.get(i);
            assertThat(values).as("result %d, %s", i, what).hasSameSizeAs(wanted);
            double largest = 0;
            for (float value : wanted) {
                largest = Float.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
            }
            for (int j = 0; j < wanted.length; j++) {
                double error = Math.abs((double) values[j] - wanted[j]);
                boolean same = values[j] == wanted[j]
                        || Float.isNaN(values[j]) && Float.isNaN(wanted[j])
                        || error <= TOLERANCE * (largest + Math.abs(wanted[j])) + 1e-6;
                if (!same) {
                    fail("result %d, element %d is %s but should be %s, %s", i, j, values[j], wanted[j], what);
                }
            }
        }
    }
}
