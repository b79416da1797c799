package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.RaggedNet.graph;
import static io.graphkernel.processor.onnx.RaggedNet.requireReport;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.UserCompilation.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of models over ragged batches: graphs or messages. */
class RaggedModelsTest {

    /** Attention of one head, with its mask. */
    private static final List<String> ENCODER = List.of(
            "Gather words ids -> x",
            "Unsqueeze x one -> q",
            "Transpose q -> k",
            "MatMul q k -> scores",
            "Unsqueeze mask both -> wide",
            "Sub unit wide -> padding",
            "Mul padding lowest -> added",
            "Mul scores half -> scaled",
            "Add scaled added -> masked",
            "Softmax masked -> weights",
            "MatMul weights q -> attended",
            "Squeeze attended one -> y");

    @TempDir
    Path directory;

    private Outcome compile(List<String> nodes, Object[] idDims, Object[] maskDims, String ragged) throws IOException {
        return RaggedNet.compile(directory, nodes, idDims, maskDims, ragged, ModelBytes.FLOAT);
    }

    private Outcome compile(List<String> nodes) throws IOException {
        return compile(nodes, new Object[] {"b", "s"}, new Object[] {"b", "s"}, "mask");
    }

    /** Returns the nodes with one replaced by others. */
    private static List<String> with(String output, String... others) {
        return ENCODER.stream()
                .flatMap(node -> node.endsWith("-> " + output) ? List.of(others).stream() : List.of(node).stream())
                .toList();
    }

    @Test
    void attention_readsTheKeysOfItsSequence() throws IOException {
        assertThat(graph(compile(ENCODER))).isEqualTo("""
                        graph run(%ids: i64[s], %batch.offsets: i32[offsets], %batch.segments: i32[s], %batch.positions: i32[s]) {
                          %0 = Reshape(%ids) {dims=(1, s)} : i64[1, s]
                          %words = TensorConstant() {…} : f32[9, 4]
                          %1 = Gather(%words, %0) {axis=0} : f32[1, s, 4]
                          %2 = Reshape(%1) {dims=(1, 1, s, 4)} : f32[1, 1, s, 4]
                          %3 = Transpose(%2) {permutation=[0 1 3 2]} : f32[1, 1, 4, s]
                          %4 = Transpose(%3) {permutation=[0 1 3 2]} : f32[1, 1, s, 4]
                          %5 = Gather(%batch.offsets, %batch.segments) {axis=0} : i32[s]
                          %6 = Add(%batch.segments, 1:i32) : i32[s]
                          %7 = Gather(%batch.offsets, %6) {axis=0} : i32[s]
                          %8 = Dimension() {dims=(s)} : i32[]
                          %9 = Minimum(%5, %8) : i32[s]
                          %10 = Maximum(%9, 0:i32) : i32[s]
                          %11 = Dimension() {dims=(s)} : i32[]
                          %12 = Minimum(%7, %11) : i32[s]
                          %13 = Maximum(%12, 0:i32) : i32[s]
                          %14 = ScoredAttention(%2, %4, %2, 0.5, %10, %13) {function="graph score(%score: f32[], %batch: i32[], %head: i32[], %query: i32[], %key: i32[]) {; return result=%score; }", ragged=true} : f32[1, 1, s, 4]
                          %15 = Reshape(%14) {dims=(1, s, 4)} : f32[1, s, 4]
                          %16 = Reshape(%15) {dims=(s, 4)} : f32[s, 4]
                          return y=%16
                        }
                        """);
    }

    @Test
    void positionsAndPooling_areThoseOfSequences() throws IOException {
        String positions = graph(compile(List.of(
                "Shape ids -> shape",
                "Gather shape one -> length",
                "Slice table zero length -> rows",
                "Gather words ids -> x",
                "Add x rows -> z",
                "Unsqueeze mask two -> wide",
                "Mul z wide -> kept",
                "ReduceSum kept one -> sum",
                "GatherFirst z first -> head",
                "Add sum head -> y")));
        assertThat(positions).isEqualTo("""
                        graph run(%ids: i64[s], %batch.offsets: i32[offsets], %batch.segments: i32[s], %batch.positions: i32[s]) {
                          %0 = Reshape(%ids) {dims=(1, s)} : i64[1, s]
                          %1 = RowMajorIndex() {dims=(1, s)} : i64[1, s]
                          %2 = BroadcastLike(1.0, %1) : f32[1, s]
                          %table = TensorConstant() {…} : f32[12, 4]
                          %3 = Gather(%table, %batch.positions) {axis=0} : f32[s, 4]
                          %words = TensorConstant() {…} : f32[9, 4]
                          %4 = Gather(%words, %0) {axis=0} : f32[1, s, 4]
                          %5 = Add(%4, %3) : f32[1, s, 4]
                          %6 = Reshape(%2) {dims=(1, s, 1)} : f32[1, s, 1]
                          %7 = Mul(%5, %6) : f32[1, s, 4]
                          %8 = Reshape(%7) {dims=(s, 4)} : f32[s, 4]
                          %9 = SegmentReduce(%8, %batch.offsets) {mode="SUM"} : f32[offsets - 1, 4]
                          %10 = Narrow(%batch.offsets) {axis=0, length=(offsets - 1), start=(0)} : i32[offsets - 1]
                          %11 = Narrow(%batch.offsets) {axis=0, length=(offsets - 1), start=(1)} : i32[offsets - 1]
                          %12 = Less(%10, %11) : bool[offsets - 1]
                          %13 = Select(%12, %10, 0:i32) : i32[offsets - 1]
                          %14 = Reshape(%5) {dims=(s, 4)} : f32[s, 4]
                          %15 = Gather(%14, %13) {axis=0} : f32[offsets - 1, 4]
                          %16 = Reshape(%12) {dims=(offsets - 1, 1)} : bool[offsets - 1, 1]
                          %17 = Select(%16, %15, 0.0) : f32[offsets - 1, 4]
                          %18 = Add(%9, %17) : f32[offsets - 1, 4]
                          require offsets + 1 <= 4503599627370496 "@gatherGrad: the number of elements"
                          require offsets - 1 >= 0 "@segmentReduce: the length along axis 0"
                          require 1 <= offsets "@narrow: start"
                          return y=%18
                        }
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "masked | Identity scaled -> masked | 'weights' (Softmax): it is the softmax of scores whose padding has no mask",
                "added | Mul padding small -> added | 'weights' (Softmax): it is the softmax of scores whose padding has no mask",
                "added | Mul wide lowest -> added | 'masked' (Add): it changes scores of attention in another way",
                "wide | Unsqueeze mask queries -> wide | 'masked' (Add): it changes scores of attention in another way",
                "y | Squeeze attended one -> z;CastLike z scores -> y | none",
                "y | Squeeze attended one -> z;CastLike ids scores -> n;Unsqueeze n two -> m;Add z m -> y | none",
                "added | CastBool wide -> flag;Where flag nought infinite -> added | none",
                "added | CastBool wide -> flag;Not flag -> none;Where none infinite nought -> added | none",
                "x | Gather words ids -> x0;Unsqueeze mask two -> column;Mul x0 column -> x | none",
                "attended | CastLike x scores -> z;Unsqueeze z one -> w;MatMul weights w -> attended | none",
                "masked | CastLike k scaled -> masked | 'weights' (Softmax): it combines or selects",
                "scaled | Mul scores deep -> s5;Squeeze s5 zero -> scaled | 's5' (Mul): it repeats scores of attention",
                "masked | Tanh scaled -> masked | 'masked' (Tanh): it changes scores of attention in another way",
                "attended | MatMul masked q -> attended | 'attended' (MatMul): it is not one of the two products",
                "y | CumProd attended two -> y | 'y' (CumProd): it is not known to compute each token from its own sequence",
                "y | ReduceSum attended two -> y | 'y' (ReduceSum): it reduces the axis of the tokens, among them the padding",
                "y | ReduceSum attended zero -> y | 'y' (ReduceSum): it combines or selects elements along the axis of the sequences",
                "y | Reshape attended flat -> y | does not have the axes of the sequences and tokens",
                "y | Identity attended -> y | 'y' (Output): it is neither [sequences, tokens, …] nor [sequences, …]",
                "y | Mul mask unit -> y | 'y' (Output): it is neither",
                "x | Gather words ids -> x0;Unsqueeze mask two -> column;Concat x0 column -> x | 'x' (Concat): its operands have different axes",
                "y | Squeeze attended -> y | 'y' (Squeeze): it has no axes",
                "x | Gather words ids -> x0;Shape x0 -> size;Gather size one -> n;Cast n -> count;Div x0 count -> x | 'x' (Div): it combines its operands with sizes"
            })
    void otherNodes_areProvedOrReported(String output, String node, String cause) throws IOException {
        Outcome outcome = compile(with(output, node.split(";")));
        if (cause.equals("none")) {
            assertThat(graph(outcome)).contains("ScoredAttention");
        } else {
            requireReport(outcome, cause);
        }
    }

    /** The two values of the mask are computed in 16 bits, of a mask with the dtype of the scores or another one. */
    @ParameterizedTest
    @CsvSource({"10, Identity", "1, CastHalf"})
    void masksOfHalves_areProved(int maskType, String cast) throws IOException {
        List<String> nodes = List.of(
                "Gather words ids -> x32",
                "CastHalf x32 -> x",
                "Unsqueeze x one -> q",
                "Transpose q -> k",
                "MatMul q k -> scores",
                "Unsqueeze mask both -> wide",
                cast + " wide -> typed",
                "Sub unit16 typed -> padding",
                "Mul padding lowest16 -> added",
                "Mul scores half16 -> scaled",
                "Add scaled added -> masked",
                "Softmax masked -> weights",
                "MatMul weights q -> attended",
                "Squeeze attended one -> z",
                "Cast z -> y");
        Object[] named = {"b", "s"};
        assertThat(graph(RaggedNet.compile(directory, nodes, named, named, "mask", maskType)))
                .contains("ScoredAttention");
    }

    @Test
    void operandsOfSkipNorms_mayBeZeroInThePadding() throws IOException {
        assertThat(graph(compile(List.of(
                        "Gather words ids -> x",
                        "Unsqueeze mask two -> wide",
                        "Mul x wide -> kept",
                        "com.microsoft.SkipSimplifiedLayerNormalization kept x gamma -> y"))))
                .contains("y=");
    }

    @Test
    void unusedInputs_mayHaveOtherDims() throws IOException {
        Object[] named = {"b", "s"};
        List<String> nodes = List.of(
                "Shape mask -> shape",
                "Gather shape one -> length",
                "Slice table zero length -> rows",
                "Unsqueeze mask two -> wide",
                "Mul rows wide -> y");
        Outcome outcome = compile(nodes, new Object[] {"b", "n"}, named, "mask");
        assertThat(graph(outcome)).startsWith("graph run(%ids: i64[b, n], %batch.offsets: i32[offsets],");
    }

    @Test
    void capturedValues_areReported() throws IOException {
        requireReport(compile(List.of("IfMask true -> y")), "'y' (If): it has graphs, and reads 'mask'");
    }

    @Test
    void expansionToSquares_isReported() throws IOException {
        requireReport(
                compile(List.of(
                        "Shape ids -> shape",
                        "Gather shape zero -> size",
                        "Gather shape one -> length",
                        "Slice table zero length -> rows",
                        "ConcatDims size size length four -> dims",
                        "Expand rows dims -> square",
                        "Identity square -> y")),
                "has several sizes of the sequences");
    }

    @Test
    void otherPositions_areReported() throws IOException {
        requireReport(
                compile(List.of(
                        "Shape ids -> shape",
                        "Gather shape one -> length",
                        "Slice table one length -> rows",
                        "Gather words ids -> x",
                        "Gather rows ids -> y")),
                "'rows' (Slice): it selects");
    }

    @Test
    void invalidMasks_areReported() throws IOException {
        Object[] named = {"b", "s"};
        requireReport(compile(ENCODER, named, named, "padding"), "'padding' is not an input of the model");
        requireReport(compile(ENCODER, named, named, "words"), "'words' is not an input of the model");
        requireReport(
                compile(ENCODER, new Object[] {1, 8}, new Object[] {1, 8}, "mask"),
                "input 'mask' has the dims [1, 8], and not two names");
        requireReport(
                compile(ENCODER, new Object[] {"b", "n"}, named, "mask"),
                "'ids' (Input): its dims are [b, n], and not [b, s, …]");
    }
}
