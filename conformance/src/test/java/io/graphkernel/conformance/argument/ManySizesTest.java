package io.graphkernel.conformance.argument;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of a kernel with the maximum number of different sizes, whose generated methods are the longest ones. */
@Tag("slow")
class ManySizesTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("many-sizes");

    private static final int SIZES = 500;
    private static final int TENSORS_PER_RECORD = 20;
    private static final int RECORDS = SIZES / TENSORS_PER_RECORD;

    private static String source() {
        StringBuilder text = new StringBuilder("""
                package demo;

                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                public final class ManySizes {
                """);
        for (int record = 0; record < RECORDS; record++) {
            int first = record * TENSORS_PER_RECORD;
            text.append(IntStream.range(first, first + TENSORS_PER_RECORD)
                    .mapToObj("@TensorType(\"f32[s%1$d, 1, 1, 1, 2]\") Tensor t%1$d"::formatted)
                    .collect(Collectors.joining(", ", "    public record R" + record + "(", ") {}\n")));
        }
        text.append(IntStream.range(0, RECORDS)
                .mapToObj("R%1$d r%1$d"::formatted)
                .collect(Collectors.joining(", ", "    public record All(", ") {}\n")));
        String last = "all.r" + (RECORDS - 1) + "().t" + (SIZES - 1) + "()";
        return text.append("    @GraphKernel\n    public static Tensor total(All all) {\n")
                .append("        return add(reduceSum(all.r0().t0()), reduceSum(")
                .append(last)
                .append("));\n    }\n}\n")
                .toString();
    }

    @Test
    void call_bindsAllSizes() throws Exception {
        Path classes = DIRECTORY.resolve("classes");
        assertThat(KernelCompiler.compile(classes, Map.of("ManySizes", source()), "cpu"))
                .filteredOn(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .isEmpty();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()}, ManySizesTest.class.getClassLoader());
                TensorScope scope = TensorScope.open()) {
            Object[] records = IntStream.range(0, RECORDS)
                    .mapToObj(record -> create(loader, "R" + record, tensors(record)))
                    .toArray();
            Object operand = create(loader, "All", records);
            Tensor total = (Tensor) loader.loadClass("demo.ManySizesKernels")
                    .getMethod("total", operand.getClass())
                    .invoke(null, operand);
            // The sum of the first tensor, of one row, and of the last one, of SIZES rows.
            assertThat(total.get()).isEqualTo(2 * (1 + SIZES));
        }
    }

    /** Returns tensors of ones, each with one row more than the one before it. */
    private static Object[] tensors(int record) {
        return IntStream.range(0, TENSORS_PER_RECORD)
                .map(i -> record * TENSORS_PER_RECORD + i + 1)
                .mapToObj(rows -> {
                    float[] ones = new float[2 * rows];
                    Arrays.fill(ones, 1);
                    return Tensor.of(ones, rows, 1, 1, 1, 2);
                })
                .toArray();
    }

    private static Object create(ClassLoader loader, String name, Object[] components) {
        try {
            Constructor<?> constructor = Stream.of(
                            loader.loadClass("demo.ManySizes$" + name).getConstructors())
                    .findFirst()
                    .orElseThrow();
            return constructor.newInstance(components);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
