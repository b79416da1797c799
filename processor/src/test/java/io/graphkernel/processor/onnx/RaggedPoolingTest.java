package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.RaggedNet.graph;
import static io.graphkernel.processor.onnx.RaggedNet.requireReport;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of models over ragged batches: positions that are computed from a mask, and pooling over the tokens. */
class RaggedPoolingTest {

    @TempDir
    Path directory;

    private static List<String> nodes(String text) {
        return List.of(text.split("; "));
    }

    /** Returns the nodes after those of the states {@code x}, and of a mask with the same rank, {@code wide}. */
    private static List<String> pooled(String text) {
        List<String> nodes = new ArrayList<>(List.of("Gather words ids -> x", "Unsqueeze mask two -> wide"));
        nodes.addAll(nodes(text));
        return nodes;
    }

    @Test
    void positionsOfTokensThatAreNoPadding_areRunningSumsOfSequences() throws IOException {
        String positions = graph(RaggedNet.compile(
                directory,
                nodes("Equal ids one -> padding; Not padding -> kept; CastInt kept -> ones; CumSum ones one -> sums; "
                        + "Mul sums ones -> numbers; CastLong numbers -> long; Add long one -> positions; "
                        + "Gather table positions -> places; Gather words ids -> x; Add x places -> y")));
        assertThat(positions).isEqualTo("""
                        graph run(%ids: i64[s], %batch.offsets: i32[offsets], %batch.segments: i32[s], %batch.positions: i32[s]) {
                          %0 = Reshape(%ids) {dims=(1, s)} : i64[1, s]
                          %one = TensorConstant() {…} : i64[1]
                          %1 = Equal(%0, %one) : bool[1, s]
                          %2 = LogicalNot(%1) : bool[1, s]
                          %3 = Cast(%2) {dtype="i32"} : i32[1, s]
                          %4 = CumSum(%3) {axis=1, exclusive=false, reverse=false} : i32[1, s]
                          %5 = Sub(%4, %3) : i32[1, s]
                          %6 = Gather(%batch.offsets, %batch.segments) {axis=0} : i32[s]
                          %7 = Gather(%5, %6) {axis=1} : i32[1, s]
                          %8 = Sub(%4, %7) : i32[1, s]
                          %9 = Mul(%8, %3) : i32[1, s]
                          %10 = Cast(%9) {dtype="i64"} : i64[1, s]
                          %11 = Add(%10, %one) : i64[1, s]
                          %table = TensorConstant() {…} : f32[12, 4]
                          %12 = Gather(%table, %11) {axis=0} : f32[1, s, 4]
                          %words = TensorConstant() {…} : f32[9, 4]
                          %13 = Gather(%words, %0) {axis=0} : f32[1, s, 4]
                          %14 = Add(%13, %12) : f32[1, s, 4]
                          %15 = Reshape(%14) {dims=(s, 4)} : f32[s, 4]
                          return y=%15
                        }
                        """);
    }

    @ParameterizedTest
    @CsvSource({"0, '1:i32'", "1, '0:i32'"})
    void runningSumsOfTheMask_arePositions(int exclusive, String offset) throws IOException {
        String positions = graph(RaggedNet.compile(
                directory,
                nodes("CastInt mask -> ones; CumSum{exclusive=" + exclusive + "} ones one -> sums; "
                        + "Mul sums ones -> numbers; CastLong numbers -> long; Add long one -> positions; "
                        + "Gather table positions -> y")));
        assertThat(positions).contains("Add(%batch.positions, " + offset + ")").doesNotContain("CumSum");
    }

    @Test
    void runningSumsAlongFeatures_areThoseOfTokens() throws IOException {
        assertThat(graph(RaggedNet.compile(directory, pooled("CumSum x two -> y"))))
                .contains("CumSum")
                .doesNotContain("%batch.offsets, %batch.segments)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CastBool wide -> kept; Where kept x infinite -> z; ReduceMax z -> y",
                "CastBool wide -> kept; Where kept x billion -> z; ReduceMax z -> y",
                "CastBool wide -> kept; Not kept -> padding; Where padding billion x -> z; ReduceMax z -> y",
                "Equal wide nought -> padding; Shape x -> dims; Expand infinite dims -> fill; "
                        + "Where padding fill x -> z; ReduceMax z -> y",
                "Sub unit wide -> padding; Mul padding billion -> added; Add x added -> z; ReduceMax z -> y",
                "Sub unit wide -> padding; Mul padding billion -> added; Add added x -> z; ReduceMax z -> y",
                "Sub wide unit -> minus; Mul minus billion -> much; Sub x much -> z; ReduceMax z -> y",
                "Mul x wide -> kept; Sub unit wide -> minus; Mul minus billion -> much; Add kept much -> z; ReduceMax z -> y",
                "CastBool wide -> kept; CastHalf x -> h; Where kept h lowest16 -> z; Cast z -> f; ReduceMax z -> m; "
                        + "Cast m -> y"
            })
    void maxima_areThoseOfSequences(String text) throws IOException {
        assertThat(graph(RaggedNet.compile(directory, pooled(text))))
                .contains("SegmentReduce")
                .contains("{mode=\"MAX\"}");
    }

    @Test
    void sumsOfSelectedTokens_areThoseOfSequences() throws IOException {
        assertThat(graph(RaggedNet.compile(
                        directory, pooled("CastBool wide -> kept; Where kept x nought -> z; ReduceSum z one -> y"))))
                .contains("{mode=\"SUM\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CastBool wide -> kept; Where kept x half -> z; CastInt z -> i; CastBool i -> c; Where c nought x -> w;"
                        + " ReduceSum w one -> y | 'y' (ReduceSum): it reduces the axis of the tokens",
                "CastBool mask -> kept; CastLong billion -> big; Where kept ids big -> z; ReduceMax z -> w; Cast w -> y |"
                        + " 'w' (ReduceMax): it is a maximum of i64 over the axis of the tokens",
                "Mul x wide -> z; ReduceMax z -> y | 'y' (ReduceMax): it is a maximum over the axis of the tokens, whose"
                        + " padding is 0, and not -900000000 or less",
                "CastBool wide -> kept; Where kept x small -> z; ReduceMax z -> y | 'y' (ReduceMax): it is a maximum over"
                        + " the axis of the tokens, whose padding is -100, and not -900000000 or less",
                "CastBool wide -> kept; CastHalf x -> h; CastHalf small -> s; Where kept h s -> z; ReduceMax z -> m;"
                        + " Cast m -> y | 'm' (ReduceMax): it reduces the axis of the tokens, among them the padding, and is"
                        + " neither the sum of a product with the mask nor the maximum of elements that the mask replaces",
                "CastBool wide -> kept; Where kept infinite x -> z; ReduceMax z -> y | 'y' (ReduceMax): it reduces the axis"
                        + " of the tokens, among them the padding",
                "Sub unit wide -> padding; Mul padding small -> added; Add x added -> z; ReduceMax z -> y |"
                        + " 'y' (ReduceMax): it reduces the axis of the tokens, among them the padding",
                "Mul wide billion -> added; Add x added -> z; ReduceMax z -> y | 'y' (ReduceMax): it reduces the axis of"
                        + " the tokens, among them the padding",
                "Sub unit wide -> padding; Mul padding billion -> added; Add x added -> low; Sub low added -> z;"
                        + " ReduceSum z one -> y | 'y' (ReduceSum): it reduces the axis of the tokens",
                "CastBool wide -> kept; Where kept x infinite -> low; Mul low wide -> z; ReduceSum z one -> y |"
                        + " 'y' (ReduceSum): it reduces the axis of the tokens",
                "CastBool wide -> kept; Where kept x infinite -> z; ReduceSum z one -> y | 'y' (ReduceSum): it reduces the"
                        + " axis of the tokens",
                "CumSum x one -> y | 'y' (CumSum): it is a running sum of floats over tokens, whose rounding would depend"
                        + " on other sequences",
                "CumSum{reverse=1} mask one -> y | 'y' (CumSum): it is a running sum from the end, which begins in the"
                        + " padding",
                "DynamicQuantizeLinear x -> q scale point; Cast q -> z; Mul z scale -> y | 'q' (DynamicQuantizeLinear): its"
                        + " scale depends on all elements of the batch, among them the padding",
                "CumSum x zero -> y | 'y' (CumSum): it combines or selects elements along the axis of the sequences",
                "CumSum wide two -> y | 'y' (CumSum): it adds up the mask along another axis than that of the tokens",
                "Sub mask unit -> padding; CumSum padding one -> y | 'y' (CumSum): it is a running sum of [b, s] with 0"
                        + " for tokens, and not of [batch, tokens] with 1"
            })
    void otherPooling_isReported(String text, String cause) throws IOException {
        requireReport(RaggedNet.compile(directory, pooled(text)), cause);
    }
}
