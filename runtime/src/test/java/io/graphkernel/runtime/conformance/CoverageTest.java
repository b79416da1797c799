package io.graphkernel.runtime.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No op without a case, and no kernel of a fixture without one. */
class CoverageTest {

    /** Ops that return a tensor are the rows of the op table: {@link Ops} is generated from it. */
    @Test
    void everyOpHasACase() {
        Set<String> ops = Stream.of(Ops.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == Tensor.class)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> covered = new TreeSet<>(Set.of("assign"));
        ElementwiseCases.all().forEach(kernel -> covered.add(kernel.op()));
        ReductionCases.reductions().forEach(kernel -> covered.add(kernel.op()));
        ReductionCases.lines().forEach(kernel -> covered.add(kernel.op()));

        assertThat(covered).isEqualTo(ops);
    }

    /** Public static methods of the fixtures are marked {@link GraphKernel}, which reflection does not see. */
    @ParameterizedTest
    @ValueSource(classes = {UnaryOps.class, BinaryOps.class, DeclaredOps.class, CompositeOps.class, Reductions.class})
    void everyKernelHasACase(Class<?> fixture) {
        Set<String> kernels = Stream.of(fixture.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> covered = new TreeSet<>();
        ElementwiseCases.all().stream()
                .filter(kernel -> kernel.fixture() == fixture)
                .forEach(kernel -> covered.add(kernel.method()));
        if (fixture == Reductions.class) {
            ReductionCases.reductions().forEach(kernel -> covered.add(kernel.method()));
            ReductionCases.lines().forEach(kernel -> covered.add(kernel.method()));
        }
        if (fixture == DeclaredOps.class) {
            covered.addAll(Set.of("assign", "assignRow"));
        }

        assertThat(covered).isEqualTo(kernels);
    }
}
