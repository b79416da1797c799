package io.graphkernel.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DimFunctionsTest {

    @Test
    void divisors_includeThoseOfArguments() {
        Dim dim = Dim.of("max(floorDiv(n, m), floorDiv(floorDiv(n, k), m + 1)) + floorDiv(n, 3)");
        assertThat(DimFunctions.divisors(dim)).containsExactlyInAnyOrder(Dim.of("m"), Dim.of("k"), Dim.of("m + 1"));
        assertThat(DimFunctions.divisors(Dim.of("n + 2*m"))).isEmpty();
    }

    @Test
    void arguments_areThoseOfASingleFunction() {
        assertThat(DimFunctions.arguments(Dim.of("min(n, m)"))).containsExactlyInAnyOrder(Dim.of("n"), Dim.of("m"));
        assertThat(DimFunctions.arguments(Dim.of("min(n, m) + 1"))).isEmpty();
        assertThat(DimFunctions.arguments(Dim.of("n"))).isEmpty();
    }
}
