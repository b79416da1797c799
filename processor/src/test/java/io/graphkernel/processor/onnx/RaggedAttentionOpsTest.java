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

/** Tests of models over ragged batches with the attention ops of ONNX and ONNX Runtime. */
class RaggedAttentionOpsTest {

    @TempDir
    Path directory;

    /** Returns the nodes after those of the states {@code x}, and of masks. */
    private static List<String> nodes(String text) {
        List<String> nodes = new ArrayList<>(List.of(
                "Gather words ids -> x",
                "CastInt mask -> keys",
                "Unsqueeze mask both -> wide",
                "CastBool wide -> kept",
                "Sub unit wide -> padding",
                "Mul padding lowest -> added"));
        nodes.addAll(List.of(text.split("; ")));
        return nodes;
    }

    @Test
    void rowsOfHeads_areSplit() throws IOException {
        assertThat(graph(
                        RaggedNet.compile(directory, nodes("Attention{q_num_heads=2,kv_num_heads=2} x x x kept -> y"))))
                .isEqualTo("""
                        graph run(%ids: i64[s], %batch.offsets: i32[offsets], %batch.segments: i32[s], %batch.positions: i32[s]) {
                          %0 = Reshape(%ids) {dims=(1, s)} : i64[1, s]
                          %words = TensorConstant() {…} : f32[9, 4]
                          %1 = Gather(%words, %0) {axis=0} : f32[1, s, 4]
                          %2 = Reshape(%1) {dims=(1, s, 2, 2)} : f32[1, s, 2, 2]
                          %3 = Transpose(%2) {permutation=[0 2 1 3]} : f32[1, 2, s, 2]
                          %4 = Reshape(%1) {dims=(1, s, 2, 2)} : f32[1, s, 2, 2]
                          %5 = Transpose(%4) {permutation=[0 2 1 3]} : f32[1, 2, s, 2]
                          %6 = Reshape(%1) {dims=(1, s, 2, 2)} : f32[1, s, 2, 2]
                          %7 = Transpose(%6) {permutation=[0 2 1 3]} : f32[1, 2, s, 2]
                          %8 = Gather(%batch.offsets, %batch.segments) {axis=0} : i32[s]
                          %9 = Add(%batch.segments, 1:i32) : i32[s]
                          %10 = Gather(%batch.offsets, %9) {axis=0} : i32[s]
                          %11 = Dimension() {dims=(s)} : i32[]
                          %12 = Minimum(%8, %11) : i32[s]
                          %13 = Maximum(%12, 0:i32) : i32[s]
                          %14 = Dimension() {dims=(s)} : i32[]
                          %15 = Minimum(%10, %14) : i32[s]
                          %16 = Maximum(%15, 0:i32) : i32[s]
                          %17 = ScoredAttention(%3, %5, %7, 0.70710677, %13, %16) {function="graph score(%score: f32[], %batch: i32[], %head: i32[], %query: i32[], %key: i32[]) {; return result=%score; }", ragged=true} : f32[1, 2, s, 2]
                          %18 = Transpose(%17) {permutation=[0 2 1 3]} : f32[1, s, 2, 2]
                          %19 = Reshape(%18) {dims=(1, s, 4)} : f32[1, s, 4]
                          %20 = Reshape(%19) {dims=(s, 4)} : f32[s, 4]
                          return y=%20
                        }
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Attention{q_num_heads=2,kv_num_heads=1,scale=0.25} x x2 x2 added -> y",
                "Unsqueeze x one -> h; Attention h h h kept -> a; Squeeze a one -> y",
                "com.microsoft.MultiHeadAttention{num_heads=2} x x x  keys -> y",
                "com.microsoft.MultiHeadAttention{num_heads=2,scale=0.5} x x x shift keys -> y",
                "com.microsoft.MultiHeadAttention{num_heads=2} x x x shift  added -> y",
                "com.microsoft.Attention{num_heads=2} x projection shift keys -> y",
                "com.microsoft.Attention{num_heads=2,mask_filter_value=-65504.0} x projection  keys -> y",
                "com.microsoft.Attention{num_heads=2} x projection shift   added -> y"
            })
    void attention_readsTheKeysOfItsSequence(String text) throws IOException {
        String withKeys = text.contains("x2") ? "Slice x zero two two -> x2; " : "";
        assertThat(graph(RaggedNet.compile(directory, nodes(withKeys + text))))
                .contains("ScoredAttention")
                .contains("ragged=true")
                .doesNotContain("Softmax");
    }

    @Test
    void embeddings_haveThePositionsOfTheBatch() throws IOException {
        String embedded = graph(RaggedNet.compile(
                directory,
                nodes("CastInt ids -> words32; com.microsoft.EmbedLayerNormalization words32  words table  gamma gamma"
                        + " keys -> y")));
        assertThat(embedded).contains("Gather(%table, %batch.positions)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Attention{q_num_heads=2,kv_num_heads=2} x x x -> y | 'y' (Attention): it has no mask of the padding",
                "Attention{q_num_heads=2,kv_num_heads=2,is_causal=1} x x x kept -> y | 'y' (Attention): it is causal: a"
                        + " query does not read all keys of its sequence",
                "Attention{q_num_heads=2,kv_num_heads=2,softcap=2.0} x x x kept -> y | 'y' (Attention): it bounds the"
                        + " scores by softcap",
                "Mul padding small -> few; Attention{q_num_heads=2,kv_num_heads=2} x x x few -> y | 'y' (Attention): its"
                        + " mask has 0 for tokens and -100 for the padding, and not 0 and -9000 or less, or true and false",
                "Not kept -> none; Attention{q_num_heads=2,kv_num_heads=2} x x x none -> y | 'y' (Attention): its mask has"
                        + " 0 for tokens and 1 for the padding",
                "Unsqueeze mask queries -> rows; CastBool rows -> left; Attention{q_num_heads=2,kv_num_heads=2} x x x left"
                        + " -> y | 'y' (Attention): it has a bias of the scores that is not a mask of the padding",
                "Attention{q_num_heads=2,kv_num_heads=2} x x x deep4 -> y | 'y' (Attention): it has a bias of the scores",
                "com.microsoft.GroupQueryAttention{num_heads=2,kv_num_heads=2} x x x   lengths total -> y |"
                        + " 'y' (com.microsoft.GroupQueryAttention): it is causal, and its lengths of keys include the"
                        + " padding",
                "com.microsoft.MultiHeadAttention{num_heads=2} x x x -> y | 'y' (com.microsoft.MultiHeadAttention): it has"
                        + " no mask of the padding",
                "com.microsoft.MultiHeadAttention{num_heads=2,unidirectional=1} x x x  keys -> y |"
                        + " 'y' (com.microsoft.MultiHeadAttention): it is causal",
                "com.microsoft.MultiHeadAttention{num_heads=2,mask_filter_value=-10.0} x x x  keys -> y |"
                        + " 'y' (com.microsoft.MultiHeadAttention): its mask_filter_value is -10, and not -9000 or less",
                "Sub one32 keys -> none; com.microsoft.MultiHeadAttention{num_heads=2} x x x  none -> y |"
                        + " 'y' (com.microsoft.MultiHeadAttention): its mask is not positive for tokens alone",
                "ReduceSum keys one -> lengths; com.microsoft.Attention{num_heads=2} x projection shift lengths -> y |"
                        + " 'y' (com.microsoft.Attention): its mask has the dims [b], and is not the mask of the padding"
                        + " with [batch, tokens] or [batch, queries, tokens]"
            })
    void otherAttention_isReported(String text, String cause) throws IOException {
        String prefix = text.contains("deep4") ? "Squeeze deep zero -> deep4; " : "";
        String lengths = text.contains("total")
                ? "ReduceSum keys one -> sums; CastInt sums -> lengths; Shape x -> dims; "
                        + "Gather dims one -> size; CastInt size -> total; "
                : "";
        String one = text.contains("one32") ? "CastInt one -> one32; " : "";
        requireReport(RaggedNet.compile(directory, nodes(prefix + one + lengths + text)), cause);
    }
}
