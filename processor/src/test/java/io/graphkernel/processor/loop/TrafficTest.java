package io.graphkernel.processor.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import org.junit.jupiter.api.Test;

class TrafficTest {

    private static final double N = ReferenceModel.DEFAULT.estimates().symbolSize();
    private static final int FLOAT = 4;

    @Test
    void traffic_readsTensorsOnceAndStoresResults() {
        assertThat(bytes("""
                graph f(%x: f32[n, n], %b: f32[n]) {
                  kernel A {
                    %0 = Mul(%x, %x) : f32[n, n]
                    %1 = Add(%0, %b) : f32[n, n]
                    %2 = ReduceSum(%1) {axes=[1], keep_dims=false} : f32[n]
                  }
                  return a=%1, b=%2
                }
                """)).isEqualTo(FLOAT * (2 * N * N + 2 * N));
    }

    @Test
    void temporary_countsAsStoreAndLoadPerKernel() {
        assertThat(bytes("""
                graph f(%x: f32[n]) {
                  kernel A {
                    %0 = Exp(%x) : f32[n]
                  }
                  kernel B {
                    %1 = Neg(%0) : f32[n]
                  }
                  kernel C {
                    %2 = Abs(%0) : f32[n]
                  }
                  return a=%1, b=%2
                }
                """)).isEqualTo(FLOAT * 6 * N);
    }

    @Test
    void view_countsItsElements() {
        assertThat(bytes("""
                graph f(%x: f32[4, 8], %y: f32[n]) {
                  kernel A {
                    %0 = StridedSlice(%x) {begin=(0, 0), end=(2, 8), strides=[1 1]} : f32[2, 8]
                    %1 = Neg(%0) : f32[2, 8]
                  }
                  kernel B {
                    %2 = BroadcastTo(%y) {dims=(3, n)} : f32[3, n]
                    %3 = Neg(%2) : f32[3, n]
                  }
                  return a=%1, b=%3
                }
                """)).isEqualTo(FLOAT * (2 * 16 + 4 * N));
    }

    @Test
    void overlappingViews_countTheTensorOnce() {
        assertThat(bytes("""
                graph f(%x: f32[n, n]) {
                  kernel A {
                    %0 = Transpose(%x) {permutation=[1 0]} : f32[n, n]
                    %1 = Add(%x, %0) : f32[n, n]
                  }
                  return a=%1
                }
                """)).isEqualTo(FLOAT * 2 * N * N);
    }

    @Test
    void inPlaceUpdate_isAStore() {
        assertThat(bytes("""
                graph f(%p: f32[n], %x: f64[n]) {
                  kernel A {
                    %0 = Neg(%p) : f32[n]
                    %1 = Assign(%p, %0) : f32[n]
                    %2 = Neg(%x) : f64[n]
                  }
                  return a=%2
                }
                """)).isEqualTo((2 * FLOAT + 2 * 8) * N);
    }

    @Test
    void concatenationOperands_areStoredInPlace() {
        assertThat(bytes("""
                graph f(%x: f32[n]) {
                  kernel A {
                    %0 = Neg(%x) : f32[n]
                  }
                  kernel B {
                    %1 = Abs(%x) : f32[n]
                  }
                  kernel Concat {
                    %2 = Concat(%0, %1) {axis=0} : f32[2*n]
                  }
                  return a=%2
                }
                """)).isEqualTo(FLOAT * 4 * N);
    }

    @Test
    void libraryCall_countsOperandsAndResult() {
        assertThat(bytes("""
                graph f(%x: f32[n, 3], %y: f32[3, n]) {
                  kernel MatMul {
                    %0 = MatMul(%x, %y) {transpose_a=false, transpose_b=false} : f32[n, n]
                  }
                  return a=%0
                }
                """)).isEqualTo(FLOAT * (6 * N + N * N));
    }

    @Test
    void unavoidableTraffic_isThatOfOneKernel() {
        Graph graph = GraphParser.parse("""
                graph f(%x: f32[n], %y: f32[n]) {
                  kernel A {
                    %0 = Exp(%x) : f32[n]
                  }
                  kernel B {
                    %1 = Add(%0, %0) : f32[n]
                  }
                  return a=%1, again=%1
                }
                """);

        assertThat(MemoryTraffic.of(graph)).isEqualTo(FLOAT * 5 * N);
        assertThat(MemoryTraffic.unavoidable(graph)).isEqualTo(FLOAT * 3 * N);
    }

    private static double bytes(String text) {
        return MemoryTraffic.of(GraphParser.parse(text));
    }
}
