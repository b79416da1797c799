package io.graphkernel.examples.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models whose matrices have several formats, in files that the test writes, against plain Java. */
@Tag("slow")
class MixedLlamaTest {

    private static final int HEADS = EncodedRows.COLUMNS / Compiled.HEAD_SIZE;
    private static final int SHARED = HEADS / 2;
    private static final int VOCABULARY = 101;
    private static final double BASE = 10_000;

    @TempDir
    private Path directory;

    private final Map<String, double[]> values = new TreeMap<>();
    private final Map<String, EncodedRows> encoded = new LinkedHashMap<>();
    private final Map<String, GgufType> types = new LinkedHashMap<>();
    private final Random random = new Random(5);

    private void add(String name, String published, GgufType type, int rows) {
        EncodedRows matrix = EncodedRows.random(type, rows, random);
        if (rows == 1) {
            Arrays.setAll(matrix.values(), i -> (float) (1 + 10 * matrix.values()[i]));
            ByteBuffer bytes = ByteBuffer.wrap(matrix.bytes()).order(ByteOrder.LITTLE_ENDIAN);
            Arrays.stream(matrix.values()).forEach(value -> bytes.putFloat((float) value));
        }
        values.put(published + ".weight", matrix.values());
        encoded.put(name + ".weight", matrix);
        types.put(name + ".weight", type);
    }

    /** Writes a model with one format for the embedding and the head, and different ones in the layers. */
    private Path write(GgufType outer) throws IOException {
        GgufType[] formats = GgufType.values();
        int size = Compiled.HEAD_SIZE;
        add("token_embd", "model.embed_tokens", outer, VOCABULARY);
        add("output", "lm_head", outer, VOCABULARY);
        add("output_norm", "model.norm", GgufType.F32, 1);
        int next = outer.ordinal();
        for (int layer = 0; layer < Compiled.LAYERS; layer++) {
            String name = "blk." + layer + ".";
            String published = "model.layers." + layer + ".";
            add(name + "attn_norm", published + "input_layernorm", GgufType.F32, 1);
            add(name + "ffn_norm", published + "post_attention_layernorm", GgufType.F32, 1);
            for (String[] matrix : new String[][] {
                {"attn_q", "self_attn.q_proj"},
                {"attn_k", "self_attn.k_proj"},
                {"attn_v", "self_attn.v_proj"},
                {"attn_output", "self_attn.o_proj"},
                {"ffn_gate", "mlp.gate_proj"},
                {"ffn_up", "mlp.up_proj"},
                {"ffn_down", "mlp.down_proj"}
            }) {
                boolean isShared = matrix[0].equals("attn_k") || matrix[0].equals("attn_v");
                GgufType type = formats[next++ % formats.length];
                add(name + matrix[0], published + matrix[1], type, (isShared ? SHARED : HEADS) * size);
            }
        }
        return write();
    }

    private Path write() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
        ByteArrayOutputStream elements = new ByteArrayOutputStream();
        header.put("GGUF".getBytes(StandardCharsets.US_ASCII)).putInt(3);
        header.putLong(encoded.size()).putLong(5);
        text(text(header, "general.architecture").putInt(8), "llama");
        text(header, "llama.block_count").putInt(4).putInt(Compiled.LAYERS);
        text(header, "llama.attention.head_count").putInt(4).putInt(HEADS);
        text(header, "llama.attention.head_count_kv").putInt(4).putInt(SHARED);
        text(header, "llama.attention.layer_norm_rms_epsilon").putInt(6).putFloat((float) Compiled.EPSILON);
        for (Map.Entry<String, EncodedRows> entry : encoded.entrySet()) {
            EncodedRows matrix = entry.getValue();
            int rows = matrix.values().length / EncodedRows.COLUMNS;
            text(header, entry.getKey()).putInt(rows == 1 ? 1 : 2).putLong(EncodedRows.COLUMNS);
            if (rows > 1) {
                header.putLong(rows);
            }
            header.putInt(id(types.get(entry.getKey()))).putLong(elements.size());
            boolean isPaired =
                    entry.getKey().contains("attn_q") || entry.getKey().contains("attn_k");
            elements.write(isPaired ? matrix.inPairs(Compiled.HEAD_SIZE) : matrix.bytes());
            elements.write(new byte[(32 - elements.size() % 32) % 32]);
        }
        header.position((header.position() + 31) / 32 * 32);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(header.array(), 0, header.position());
        elements.writeTo(file);
        Path path = directory.resolve("model.gguf");
        Files.write(path, file.toByteArray());
        return path;
    }

    /** Returns the number of a type in the format. */
    private static int id(GgufType type) {
        return switch (type) {
            case F32 -> 0;
            case F16 -> 1;
            case Q4_0 -> 2;
            case Q4_1 -> 3;
            case Q8_0 -> 8;
            case Q4_K -> 12;
            case Q6_K -> 14;
            case BF16 -> 30;
        };
    }

    private static ByteBuffer text(ByteBuffer bytes, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return bytes.putLong(encoded.length).put(encoded);
    }

    private static CachedLlama cached(LlamaModel model) {
        return new CachedLlama(model, Rotary.frequencies(Compiled.HEAD_SIZE, BASE), 1, 32);
    }

    @ParameterizedTest
    @EnumSource(GgufType.class)
    void logitsAndTokens_areThoseOfPlainJava(GgufType outer) throws IOException {
        assumeFalse(Compiled.GEMMA, "the reference is a Llama");
        Path path = write(outer);
        PlainLlama plain = new PlainLlama(values, EncodedRows.COLUMNS, HEADS, SHARED, BASE);
        int[] prompt = random.ints(9, 0, VOCABULARY).toArray();
        try (TensorScope scope = TensorScope.open()) {
            LlamaModel stored = LlamaWeights.readStored(path);
            assertThat(stored).isInstanceOf(MixedLlama.MixedModel.class);
            try (CachedLlama cached = cached(stored)) {
                double[] logits = cached.forward(
                                Tensor.of(prompt, 1, 9),
                                Tensor.of(IntStream.range(0, 9).toArray(), 1, 9),
                                0)
                        .toDoubleArray();
                assertThat(logits).containsExactly(plain.logits(prompt), within(1e-3));
            }
            try (CachedLlama cached = cached(stored);
                    TokenGenerator generator = new TokenGenerator(cached, 4)) {
                int[] tokens = prompt;
                for (int token :
                        generator.submit(GenerationRequest.greedy(prompt, 6)).tokens()) {
                    double[] logits = plain.logits(tokens);
                    double largest = Arrays.stream(logits).max().orElseThrow();
                    assertThat(logits[token]).isCloseTo(largest, within(2e-3));
                    tokens = Arrays.copyOf(tokens, tokens.length + 1);
                    tokens[tokens.length - 1] = token;
                }
            }
        }
    }

    @Test
    void convertedModel_hasTheSameValues() throws IOException {
        assumeFalse(Compiled.GEMMA, "the reference is a Llama");
        Path path = write(GgufType.Q4_K);
        try (TensorScope scope = TensorScope.open()) {
            assertThat(LlamaWeights.read(path).layers().get(1).query().toDoubleArray())
                    .containsExactly(values.get("model.layers.1.self_attn.q_proj.weight"), within(1e-6));
        }
    }
}
