package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.LlamaCppLibraries.BASE;
import static io.graphkernel.examples.llm.LlamaCppLibraries.failure;
import static io.graphkernel.examples.llm.LlamaCppLibraries.number;
import static io.graphkernel.examples.llm.LlamaCppLibraries.require;
import static io.graphkernel.examples.llm.LlamaCppLibraries.structure;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A GGUF file that llama.cpp's libraries read and dequantize. */
final class GgmlFile implements AutoCloseable {

    private static final long MISSING = -1;

    private final Pointer file;
    private final byte[] bytes;

    /** {@code gguf_init_params}: only the header is read. */
    @Structure.FieldOrder({"isEmpty", "tensors"})
    public static final class HeaderParameters extends Structure implements Structure.ByValue {
        /** True for tensors without memory. */
        public byte isEmpty = 1;
        /** Context of the tensors. */
        public Pointer tensors;
    }

    /** {@code llama_model_quantize_params}. */
    @Structure.FieldOrder({"threads", "fileType", "types", "switches", "overrides", "bufferBytes"})
    public static final class QuantizationParameters extends Structure implements Structure.ByValue {
        /** Number of threads. */
        public int threads;
        /** {@code llama_ftype}. */
        public int fileType;
        /** Types of head and embedding. */
        public int[] types = new int[2];
        /** Booleans, from {@code allow_requantize} to {@code dry_run}. */
        public byte[] switches = new byte[6];
        /** Importance matrix, overrides, and layers to remove. */
        public Pointer[] overrides = new Pointer[4];
        /** Maximum size of a buffer. */
        public long bufferBytes;
    }

    GgmlFile(Path path) throws IOException {
        this.bytes = Files.readAllBytes(path);
        this.file = require(BASE.getFunction("gguf_init_from_file")
                .invokePointer(new Object[] {path.toString(), new HeaderParameters()}));
    }

    /**
     * Quantizes a file by llama.cpp, which chooses the formats of the tensors.
     *
     * @param from file of f32
     * @param to file to write
     * @param fileType {@code llama_ftype}, such as 15 for Q4_K_M
     */
    static void quantize(Path from, Path to, int fileType) {
        QuantizationParameters parameters =
                structure(QuantizationParameters.class, "llama_model_quantize_default_params");
        parameters.fileType = fileType;
        parameters.threads = 1;
        parameters.write();
        if (number("llama_model_quantize", from.toString(), to.toString(), parameters.getPointer()) != 0) {
            throw failure("quantization failed");
        }
    }

    /** Returns the elements of a tensor as f32. */
    float[] elements(String name, int count) {
        long tensor = number64("gguf_find_tensor", file, name);
        if (tensor == MISSING) {
            throw failure("no tensor " + name);
        }
        int type = BASE.getFunction("gguf_get_tensor_type").invokeInt(new Object[] {file, tensor});
        int size = (int) number64("gguf_get_tensor_size", file, tensor);
        long offset = number64("gguf_get_data_offset", file) + number64("gguf_get_tensor_offset", file, tensor);
        try (Memory blocks = new Memory(size);
                Memory elements = new Memory((long) Float.BYTES * count)) {
            blocks.write(0, bytes, (int) offset, size);
            String function = function(type);
            if (function.isEmpty()) {
                return blocks.getFloatArray(0, count);
            }
            BASE.getFunction(function).invoke(new Object[] {blocks, elements, (long) count});
            return elements.getFloatArray(0, count);
        }
    }

    private static String function(int type) {
        return switch (type) {
            case 0 -> "";
            case 1 -> "ggml_fp16_to_fp32_row";
            case 2 -> "dequantize_row_q4_0";
            case 3 -> "dequantize_row_q4_1";
            case 8 -> "dequantize_row_q8_0";
            case 12 -> "dequantize_row_q4_K";
            case 14 -> "dequantize_row_q6_K";
            case 30 -> "ggml_bf16_to_fp32_row";
            default -> throw new IllegalArgumentException("format " + type);
        };
    }

    private static long number64(String function, Object... arguments) {
        return BASE.getFunction(function).invokeLong(arguments);
    }

    @Override
    public void close() {
        BASE.getFunction("gguf_free").invoke(new Object[] {file});
    }
}
