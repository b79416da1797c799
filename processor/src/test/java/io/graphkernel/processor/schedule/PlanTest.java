package io.graphkernel.processor.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.graphkernel.processor.Targets;
import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which memory a plan uses, and which of the user's memory may be the same. */
class PlanTest {

    @Test
    void elementwiseResultMayBeItsOperand() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %b: f32[d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Add(%0, %b) : f32[n, d]
                  return out=%1
                }
                """);

        assertThat(plan.mayShare(0, "x")).isTrue();
        assertThat(plan.mayShare(0, "b")).isFalse();
    }

    @Test
    void rowResultMayBeItsRowIfNoLaterStageReadsIt() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = ReduceSum(%x) {axes=[1], keep_dims=true} : f32[n, 1]
                  %1 = Sub(%x, %0) : f32[n, d]
                  %2 = Neg(%x) : f32[n, d]
                  return late=%1, early=%2
                }
                """);

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.mayShare(0, "x")).isTrue();
        assertThat(plan.mayShare(1, "x")).isFalse();
    }

    @Test
    void rowsAndColumnsAreOneKernelOfTwoPhases() {
        Plan plan = TestPlans.named("layerNormGradient");

        assertThat(plan.kernels()).hasSize(1);
        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.kernels().get(0).functions())
                .containsExactly("layerNormGradient_0", "layerNormGradient_0_finish");
        assertThat(plan.mayShare(0, "x")).isFalse();
    }

    @Test
    void attentionHasNoMemoryForScores() {
        Graph graph = GraphParser.parse("""
                graph f(float scale, %q: f32[b, n, s, 64], %k: f32[b, n, t, 64], %v: f32[b, n, t, 64], %m: f32[s, t]) {
                  %scale = Scalar() {expression="scale"} : f32[]
                  %0 = BatchMatMul(%q, %k) {transpose_a=false, transpose_b=true} : f32[b, n, s, t]
                  %1 = Mul(%0, %scale) : f32[b, n, s, t]
                  %2 = Add(%1, %m) : f32[b, n, s, t]
                  %3 = Softmax(%2) {axis=-1} : f32[b, n, s, t]
                  %4 = BatchMatMul(%3, %v) {transpose_a=false, transpose_b=false} : f32[b, n, s, 64]
                  return out=%4
                }
                """);
        Plan plan = TestPlans.of(graph, 2);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.steps()).singleElement().isInstanceOfSatisfying(LibraryCall.class, call -> {
            assertThat(call.operands())
                    .extracting(Region::location)
                    .containsExactly(
                            new Location.Parameter("q"),
                            new Location.Parameter("k"),
                            new Location.Parameter("v"),
                            new Location.Parameter("m"));
            assertThat(call.ownTensors()).hasSize(4);
            assertThat(call.numbers()).hasSize(1);
        });
        assertThat(TestPlans.of(graph, 0).temporaries()).isNotEmpty();
    }

    @Test
    void columnSumsDoNotShare() {
        assertThat(TestPlans.named("biasGradient").mayShare(0, "x")).isFalse();
    }

    @Test
    void aSumOfAllElementsShares() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
                  return out=%0, sum=%1
                }
                """);

        assertThat(plan.mayShare(0, "x")).isTrue();
    }

    @Test
    void operandOfALaterKernelIsNotOverwritten() {
        String graph = """
                graph f(%x: f32[n, d], %y: f32[n, d]) {
                  %0 = Neg(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[], keep_dims=false} : f32[]
                  %2 = Mul(%1, %x) : f32[n, d]
                  return first=%0, second=%2
                }
                """;
        Plan plan = TestPlans.parse(graph);

        assertThat(plan.kernels()).hasSize(2);
        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "x")).isTrue();
        assertThat(plan.mayShare(1, "y")).isTrue();
    }

    @Test
    void temporaryIsWrittenOverByTheKernelThatReadsItLast() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  %2 = Cos(%1) : f32[n, d]
                  %3 = Tan(%2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(plan.kernels()).hasSize(4);
        assertThat(allocations(plan)).containsExactly(0, 0, 0);
    }

    @Test
    void temporariesOfDifferentSizesDoNotShare() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = ReduceSum(%0) {axes=[1], keep_dims=true} : f32[n, 1]
                  %2 = Exp(%1) : f32[n, 1]
                  %3 = Add(%x, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 1, 1);
    }

    @Test
    void temporaryThatIsReadLaterIsNotWrittenOver() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  %2 = Cos(%1) : f32[n, d]
                  %3 = Add(%0, %2) : f32[n, d]
                  return out=%3
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 1, 1);
    }

    @Test
    void resultThatAnotherKernelReadsIsNoTemporary() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Sin(%0) : f32[n, d]
                  return a=%0, b=%0, c=%1
                }
                """), 0);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.kernels().get(0).outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0), new Location.Result(1));
        assertThat(plan.kernels().get(1).inputs()).extracting(Buffer::location).containsExactly(new Location.Result(0));
    }

    @Test
    void argumentsBeginWithThePointers() {
        Kernel kernel = TestPlans.named("layerNorm").kernels().get(0);

        assertThat(kernel.inputs()).extracting(Buffer::slot).containsExactly(0, 1, 2);
        assertThat(kernel.outputs()).extracting(Buffer::slot).containsExactly(3);
        assertThat(kernel.layout().dims()).hasToString("[n, d]");
        assertThat(kernel.layout().dimSlot()).isEqualTo(4);
        assertThat(kernel.layout().scalarSlot()).isEqualTo(6);
        assertThat(kernel.layout().streamingSlot()).isEqualTo(7);
        assertThat(kernel.layout().partialSlot()).isEqualTo(-1);
    }

    /** Elements of the same number lie at other bytes. */
    @Test
    void resultIsNotTheMemoryOfWiderOrNarrowerElements() {
        Plan plan = TestPlans.parse("""
                graph f(%x: i8[4*n], %y: f32[n]) {
                  %0 = StridedSlice(%x) {begin=(0), end=(n), strides=[1]} : i8[n]
                  %1 = Cast(%0) {dtype="f32"} : f32[n]
                  %2 = Cast(%y) {dtype="i32"} : i32[n]
                  return wide=%1, same=%2
                }
                """);

        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "y")).isTrue();
    }

    @Test
    void resultIsNotTheMemoryOfAReversedOrShiftedOperand() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n], %y: f32[n + 1]) {
                  %0 = Reverse(%x) {axes=[0]} : f32[n]
                  %1 = Neg(%0) : f32[n]
                  %2 = StridedSlice(%y) {begin=(1), end=(n + 1), strides=[1]} : f32[n]
                  %3 = Neg(%2) : f32[n]
                  return reversed=%1, shifted=%3
                }
                """);

        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "y")).isFalse();
    }

    @Test
    void resultIsNotTheMemoryOfWhatIsReadAcross() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, n], %i: i64[n]) {
                  %0 = Transpose(%x) {permutation=[1 0]} : f32[n, n]
                  %1 = Exp(%0) : f32[n, n]
                  %2 = Gather(%x, %i) {axis=0} : f32[n, n]
                  return turned=%1, gathered=%2
                }
                """);

        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "x")).isFalse();
    }

    @Test
    void operandsAreStoredIntoTheirRegions() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, d], %y: f32[n, k], %z: f32[m, d + k]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Concat(%0, %y) {axis=1} : f32[n, d + k]
                  %2 = Concat(%1, %z) {axis=0} : f32[m + n, d + k]
                  return out=%2
                }
                """);

        assertThat(plan.kernels())
                .hasSize(3)
                .flatExtracting(Kernel::outputs)
                .allSatisfy(output -> assertThat(output.location()).isEqualTo(new Location.Result(0)));
        assertThat(plan.kernels())
                .flatExtracting(Kernel::outputs)
                .extracting(output -> output.access().toString())
                .containsExactlyInAnyOrder("[d + k, 1]", "d + [d + k, 1]", "d*n + k*n + [1]");
        assertThat(plan.temporaries()).isEmpty();
    }

    @Test
    void regionsOfATemporaryLiveAsLongAsTheWhole() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n]) {
                  %0 = Exp(%x) : f32[n]
                  %1 = Neg(%x) : f32[n]
                  %2 = Concat(%0, %1) {axis=0} : f32[2*n]
                  %3 = Sin(%2) : f32[2*n]
                  %4 = Cos(%3) : f32[2*n]
                  %5 = Tan(%4) : f32[2*n]
                  return out=%5
                }
                """), 0);

        assertThat(plan.temporaries()).hasSize(3);
        assertThat(allocations(plan)).containsExactly(0, 0, 0);
        assertThat(plan.kernels().get(1).outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Temporary(0));
    }

    @Test
    void reshapedValueIsTheSameMemory() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, 4]) {
                  %0 = Exp(%x) : f32[n, 4]
                  %1 = Reshape(%0) {dims=(4*n)} : f32[4*n]
                  %2 = Reverse(%1) {axes=[0]} : f32[4*n]
                  return a=%0, b=%1, c=%2
                }
                """);

        assertThat(plan.steps()).hasSize(2);
        assertThat(plan.kernels().get(0).outputs())
                .extracting(Buffer::location)
                .containsExactly(new Location.Result(0), new Location.Result(1));
        assertThat(plan.kernels().get(1).inputs()).extracting(Buffer::location).containsExactly(new Location.Result(0));
        assertThat(plan.kernels().get(1).inputs())
                .extracting(input -> input.access().toString())
                .containsExactly("4*n - 1 + [-1]");
    }

    @Test
    void temporariesOfOneSizeShareWhateverTheirShape() {
        Plan plan = TestPlans.of(GraphParser.parse("""
                graph f(%x: f32[n, d]) {
                  %0 = Exp(%x) : f32[n, d]
                  %1 = Cast(%0) {dtype="i32"} : i32[n, d]
                  %2 = Transpose(%1) {permutation=[1 0]} : i32[d, n]
                  %3 = Neg(%2) : i32[d, n]
                  %4 = Cast(%3) {dtype="f64"} : f64[d, n]
                  %5 = Exp(%4) : f64[d, n]
                  return out=%5
                }
                """), 0);

        assertThat(allocations(plan)).containsExactly(0, 0, 1, 2);
        assertThat(levels(plan)).containsExactly(0, 1, 0);
    }

    @Test
    void libraryCallIsAStep() {
        Plan plan = TestPlans.parse("""
                graph f(%a: f32[n, k], %b: f32[m*k]) {
                  %0 = Reshape(%b) {dims=(k, m)} : f32[k, m]
                  %1 = Exp(%a) : f32[n, k]
                  %2 = MatMul(%1, %0) : f32[n, m]
                  %3 = Sin(%2) : f32[n, m]
                  return out=%3
                }
                """);

        assertThat(plan.steps()).hasSize(3);
        assertThat(plan.steps().get(1)).isInstanceOfSatisfying(LibraryCall.class, call -> {
            assertThat(call.operands())
                    .extracting(Region::location)
                    .containsExactly(new Location.Temporary(0), new Location.Parameter("b"));
            assertThat(call.result().location()).isEqualTo(new Location.Temporary(1));
        });
    }

    @Test
    void partKeepsTheWholeAlive() {
        Plan plan = planned("""
                graph f(%a: f32[2*n, k], %w: f32[k, k]) {
                  kernel MatMul {
                    %0 = MatMul(%a, %w) : f32[2*n, k]
                  }
                  kernel MatMul {
                    %1 = StridedSlice(%0) {begin=(0), end=(n), no_task=true, strides=[1]} : f32[n, k]
                    %2 = MatMul(%1, %w) : f32[n, k]
                  }
                  kernel Exp {
                    %3 = Exp(%a) : f32[2*n, k]
                  }
                  kernel MatMul {
                    %4 = StridedSlice(%0) {begin=(n), end=(2*n), no_task=true, strides=[1]} : f32[n, k]
                    %5 = MatMul(%4, %2) {transpose_b=true} : f32[n, n]
                  }
                  kernel Sin {
                    %6 = Sin(%a) : f32[2*n, k]
                  }
                  kernel Add {
                    %7 = Add(%3, %6) : f32[2*n, k]
                  }
                  return a=%5, b=%7
                }
                """);

        assertThat(allocations(plan)).containsExactly(0, 1, 2, 3);
        assertThat(plan.arena().allocations())
                .extracting(Arena.Allocation::first, Arena.Allocation::last)
                .containsExactly(tuple(0, 3), tuple(1, 3), tuple(2, 5), tuple(4, 5));
        assertThat(calls(plan)).extracting(call -> call.operands().get(0)).hasToString("""
                [Region[location=Parameter[name=a], access=[k, 1]], \
                Region[location=Temporary[index=0], access=[k, 1]], \
                Region[location=Temporary[index=0], access=k*n + [k, 1]]]""");
    }

    @Test
    void resultIsNotAParameterOfWhichALibraryReadsAPart() {
        Plan plan = planned("""
                graph f(%a: f32[2*n, n], %b: f32[n, n], %c: f32[n, n]) {
                  kernel MatMul {
                    %0 = StridedSlice(%a) {begin=(n), end=(2*n), no_task=true, strides=[1]} : f32[n, n]
                    %1 = MatMul(%0, %b) : f32[n, n]
                  }
                  kernel Exp {
                    %2 = Exp(%1) : f32[n, n]
                  }
                  kernel MatMul {
                    %3 = StridedSlice(%c) {begin=(0), end=(1), no_task=true, strides=[1]} : f32[1, n]
                    %4 = MatMul(%3, %2) : f32[1, n]
                  }
                  return x=%2, y=%4
                }
                """);

        assertThat(plan.mayShare(0, "a")).isTrue();
        assertThat(plan.mayShare(0, "b")).isTrue();
        assertThat(plan.mayShare(0, "c")).isFalse();
        assertThat(plan.mayShare(1, "c")).isFalse();
        assertThat(plan.mayShare(1, "a")).isTrue();
    }

    @Test
    void productThatIsCutIsOneCallForEachPart() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[b, s, k], %w: f32[3*n, k], %bias: f32[3*n]) {
                  %0 = Reshape(%x) {dims=(b*s, k)} : f32[b*s, k]
                  %1 = MatMul(%0, %w) {transpose_b=true} : f32[b*s, 3*n]
                  %2 = Add(%1, %bias) : f32[b*s, 3*n]
                  %3 = Reshape(%2) {dims=(b, s, 3*n)} : f32[b, s, 3*n]
                  %4 = Split(%3) {axis=-1, output=0, parts=3} : f32[b, s, n]
                  %5 = Split(%3) {axis=-1, output=1, parts=3} : f32[b, s, n]
                  %6 = SiLU(%5) : f32[b, s, n]
                  %7 = Split(%3) {axis=-1, output=2, parts=3} : f32[b, s, n]
                  return q=%4, k=%6, v=%7
                }
                """);

        assertThat(plan.kernels()).isEmpty();
        assertThat(plan.temporaries()).isEmpty();
        assertThat(calls(plan))
                .extracting(call -> call.node().attributes().text(Attributes.EPILOGUE))
                .containsExactlyInAnyOrder("bias", "bias silu", "bias");
        assertThat(calls(plan))
                .extracting(call -> call.operands().get(1).access().offset().toString())
                .containsExactlyInAnyOrder("0", "k*n", "2*k*n");
    }

    private static List<LibraryCall> calls(Plan plan) {
        return plan.steps().stream()
                .filter(LibraryCall.class::isInstance)
                .map(LibraryCall.class::cast)
                .toList();
    }

    @Test
    void convolutionsAreStoredInTheJointImages() {
        Plan plan = TestPlans.parse("""
                graph f(%x: f32[n, c, h, w], %v: f32[2, c, 1, 1], %w: f32[o, c, 1, 1]) {
                  %0 = Conv2D(%x, %v) {dilations=[1 1], groups=1, pads=[0 0 0 0], strides=[1 1]} : f32[n, 2, h, w]
                  %1 = Conv2D(%x, %w) {dilations=[1 1], groups=1, pads=[0 0 0 0], strides=[1 1]} : f32[n, o, h, w]
                  %2 = Concat(%0, %1) {axis=1} : f32[n, o + 2, h, w]
                  return out=%2
                }
                """);

        assertThat(plan.temporaries()).isEmpty();
        assertThat(plan.steps())
                .extracting(step -> ((LibraryCall) step).result())
                .extracting(Region::location)
                .containsOnly(new Location.Result(0));
        assertThat(plan.steps())
                .extracting(
                        step -> ((LibraryCall) step).result().access().offset().toString())
                .containsExactly("0", "2*h*w");
        assertThat(plan.steps())
                .extracting(step -> ((LibraryCall) step).resultSizes().toString())
                .containsOnly("[h*o*w + 2*h*w]");
    }

    @Test
    void productThatIsTwoResultsIsStoredInBoth() {
        Plan plan = TestPlans.parse("""
                graph f(%a: f32[n, k], %b: f32[k, m]) {
                  %0 = MatMul(%a, %b) {transpose_a=false, transpose_b=false} : f32[n, m]
                  return y=%0, z=%0
                }
                """);

        assertThat(plan.steps()).hasSize(2);
    }

    @Test
    void transposedInputIsPacked() {
        Kernel kernel = TestPlans.parse("""
                graph f(%x: f32[n, d], %y: f32[d, n], %b: f32[n]) {
                  %0 = Transpose(%y) {permutation=[1 0]} : f32[n, d]
                  %1 = Add(%x, %0) : f32[n, d]
                  return out=%1
                }
                """).kernels().get(0);

        assertThat(kernel.tiling().run()).isZero();
        assertThat(kernel.tiling().packed()).extracting(Buffer::location).containsExactly(new Location.Parameter("y"));
        assertThat(TestPlans.named("broadcast3d").kernels().get(0).tiling()).isNull();
    }

    @Test
    void gatherReadsMemoryByItsIndex() {
        Kernel kernel = TestPlans.parse("""
                graph f(%x: f32[n, d], %i: i64[m]) {
                  %0 = Gather(%x, %i) {axis=0} : f32[m, d]
                  %1 = Exp(%0) : f32[m, d]
                  return out=%1
                }
                """).kernels().get(0);

        assertThat(kernel.gathers()).singleElement().satisfies(gather -> {
            assertThat(gather.data().location()).isEqualTo(new Location.Parameter("x"));
            assertThat(gather.data().access()).hasToString("[0, 1]");
            assertThat(gather.axisStride()).hasToString("d");
            assertThat(gather.axisExtent()).hasToString("n");
        });
        assertThat(kernel.stages().get(0).inputs()).isEmpty();
        assertThat(kernel.stages().get(0).computed()).hasSize(2);
        assertThat(kernel.layout().dims()).hasToString("[m, d, n]");
    }

    /** Where pieces lie if the same order is best for all sizes; else empty. */
    private static List<Integer> levels(Plan plan) {
        return plan.arena().stack().map(Arena.Stack::levels).orElse(List.of());
    }

    private static List<Integer> allocations(Plan plan) {
        return plan.temporaries().stream().map(Plan.Temporary::allocation).toList();
    }

    @Test
    void memoryIsNotUsedAgainWhileItsReaderRuns() {
        String text = """
                graph f(%%x: f32[n], %%y: f32[n]) {
                  kernel Exp {
                    %%0 = Exp(%%x) : f32[n]
                  }
                  kernel Neg {
                    %%1 = Neg(%%0) : f32[n]
                  }
                  kernel Abs%s {
                    %%2 = Abs(%%y) : f32[n]
                  }
                  kernel Add {
                    %%3 = Add(%%2, 1.0) : f32[n]
                  }
                  return a=%%1, b=%%3
                }
                """;

        assertThat(levels(planned(text.formatted("")))).containsExactly(0, 0);
        assertThat(levels(planned(text.formatted(" together")))).containsExactly(0, 1);
    }

    @Test
    void resultIsNotAParameterThatIsReadAtTheSameTime() {
        Plan plan = planned("""
                graph f(%x: f32[n], %y: f32[n]) {
                  kernel Exp {
                    %0 = Exp(%x) : f32[n]
                  }
                  kernel Neg together {
                    %1 = Neg(%y) : f32[n]
                  }
                  kernel Abs after {
                    %2 = Abs(%0) : f32[n]
                  }
                  return a=%1, b=%2
                }
                """);

        assertThat(plan.launches()).hasSize(1);
        assertThat(plan.launches().get(0).phases()).extracting(List::size).containsExactly(2, 1);
        assertThat(plan.mayShare(0, "y")).isTrue();
        assertThat(plan.mayShare(0, "x")).isFalse();
        assertThat(plan.mayShare(1, "x")).isTrue();
        assertThat(plan.mayShare(1, "y")).isTrue();
    }

    private static Plan planned(String graph) {
        try {
            return Planner.plan(GraphParser.parse(graph), "f", Targets.capabilities(Targets.ALL));
        } catch (SchedulingException e) {
            throw new AssertionError(e);
        }
    }
}
