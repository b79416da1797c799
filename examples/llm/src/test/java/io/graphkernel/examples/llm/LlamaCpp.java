package io.graphkernel.examples.llm;

import static io.graphkernel.examples.llm.LlamaCppLibraries.BACKENDS;
import static io.graphkernel.examples.llm.LlamaCppLibraries.BASE;
import static io.graphkernel.examples.llm.LlamaCppLibraries.call;
import static io.graphkernel.examples.llm.LlamaCppLibraries.failure;
import static io.graphkernel.examples.llm.LlamaCppLibraries.number;
import static io.graphkernel.examples.llm.LlamaCppLibraries.pointer;
import static io.graphkernel.examples.llm.LlamaCppLibraries.require;
import static io.graphkernel.examples.llm.LlamaCppLibraries.structure;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.nio.file.Path;
import java.util.List;

/**
 * A model that llama.cpp computes on the CPU, by its C interface. The structures are those of the release in the npm package
 * that the profile {@code llama-cpp} installs.
 */
final class LlamaCpp implements AutoCloseable {

    /** System property with the directory of the libraries; blank without the profile. */
    static final String DIRECTORY = "llm.llama.cpp";

    private static final int MAX_THREAD_PARAMETER_BYTES = 4096;

    /** {@code llama_model_params}. */
    @Structure.FieldOrder({"overrides", "modes", "callbacks", "switches"})
    public static final class ModelParameters extends Structure implements Structure.ByValue {
        /** Devices and buffer types. */
        public Pointer[] overrides = new Pointer[2];
        /** Layers on GPUs, split, load and lazy modes, main GPU. */
        public int[] modes = new int[5];
        /** Split of tensors, progress callback and its data, overrides of the metadata. */
        public Pointer[] callbacks = new Pointer[4];
        /** Booleans, from {@code vocab_only} to {@code load_mtp}. */
        public byte[] switches = new byte[6];
    }

    /** {@code llama_context_params}. */
    @Structure.FieldOrder({
        "positions",
        "batch",
        "microBatch",
        "sequences",
        "outputs",
        "threads",
        "batchThreads",
        "types",
        "flashAttention",
        "rope",
        "evaluation",
        "keyType",
        "valueType",
        "abort",
        "switches",
        "samplers",
        "samplerCount",
        "other"
    })
    public static final class ContextParameters extends Structure implements Structure.ByValue {
        /** Capacity of the cache. */
        public int positions;
        /** Maximum number of tokens of a call. */
        public int batch;
        /** Maximum number of tokens that are computed together. */
        public int microBatch;
        /** Maximum number of sequences. */
        public int sequences;
        /** Snapshots of recurrent states, and the maximum numbers of outputs. */
        public int[] outputs = new int[3];
        /** Threads for one token. */
        public int threads;
        /** Threads for several tokens. */
        public int batchThreads;
        /** Types of context, scaling, pooling and attention. */
        public int[] types = new int[4];
        /** -1 for automatic, 0 for disabled. */
        public int flashAttention;
        /** Base and scaling of the rotary embedding, and a deprecated threshold. */
        public int[] rope = new int[8];
        /** Callback after ops, and its data. */
        public Pointer[] evaluation = new Pointer[2];
        /** {@code ggml_type} of the cached keys: 0 for f32, 1 for f16. */
        public int keyType;
        /** {@code ggml_type} of the cached values. */
        public int valueType;
        /** Callback that cancels a call, and its data. */
        public Pointer[] abort = new Pointer[2];
        /** Booleans, from {@code embeddings} to {@code kv_unified}. */
        public byte[] switches = new byte[6];
        /** Samplers. */
        public Pointer samplers;
        /** Number of samplers. */
        public long samplerCount;
        /** Context to share with. */
        public Pointer other;
    }

    /** {@code llama_batch}: the positions follow those before, and only the last token has logits. */
    @Structure.FieldOrder({"count", "tokens", "absent"})
    public static final class Batch extends Structure implements Structure.ByValue {
        /** Number of tokens. */
        public int count;
        /** Tokens. */
        public Pointer tokens;
        /** Embeddings, positions, sequences and flags of outputs. */
        public Pointer[] absent = new Pointer[5];
    }

    private final Pointer model;
    private final Pointer context;
    private final Pointer threads;
    private final int vocabulary;

    /**
     * Maps a file.
     *
     * @param path GGUF file
     * @param threads number of threads
     * @param positions capacity of the cache
     * @param isExact true for a cache of f32 and attention in f32; false for the defaults of llama.cpp, which are faster
     */
    LlamaCpp(Path path, int threads, int positions, boolean isExact) {
        ModelParameters parameters = structure(ModelParameters.class, "llama_model_default_params");
        this.model = require(pointer("llama_model_load_from_file", path.toString(), parameters));
        ContextParameters settings = structure(ContextParameters.class, "llama_context_default_params");
        requireLayout(settings);
        settings.positions = positions;
        settings.threads = threads;
        settings.batchThreads = threads;
        if (isExact) {
            settings.flashAttention = 0;
            settings.keyType = 0;
            settings.valueType = 0;
        }
        this.context = require(pointer("llama_init_from_model", model, settings));
        this.vocabulary = number("llama_vocab_n_tokens", pointer("llama_model_get_vocab", model));
        this.threads = threads(threads);
        call("llama_attach_threadpool", context, this.threads, Pointer.NULL);
    }

    /** Returns true if the profile has installed the libraries. */
    static boolean isInstalled() {
        return !System.getProperty(DIRECTORY, "").isBlank();
    }

    /** Requires the documented defaults at both ends of the structure. */
    private static void requireLayout(ContextParameters settings) {
        List<Integer> actual = List.of(
                settings.positions,
                settings.batch,
                settings.microBatch,
                settings.sequences,
                settings.flashAttention,
                settings.keyType,
                settings.valueType,
                (int) settings.samplerCount);
        if (!actual.equals(List.of(512, 2048, 512, 1, -1, 1, 1, 0))) {
            throw new IllegalStateException("another release of llama.cpp: its defaults are " + actual);
        }
    }

    /** Creates threads that are kept between calls, as the programs of llama.cpp do. */
    private static Pointer threads(int count) {
        try (Memory parameters = new Memory(MAX_THREAD_PARAMETER_BYTES)) {
            BASE.getFunction("ggml_threadpool_params_init").invoke(new Object[] {parameters, count});
            return require(processor("ggml_threadpool_new").invokePointer(new Object[] {parameters}));
        }
    }

    /** Returns a function of the library for this processor. */
    private static Function processor(String name) {
        Pointer registry =
                require(BACKENDS.getFunction("ggml_backend_reg_by_name").invokePointer(new Object[] {"CPU"}));
        return Function.getFunction(require(
                BASE.getFunction("ggml_backend_reg_get_proc_address").invokePointer(new Object[] {registry, name})));
    }

    /** Appends tokens to the only sequence, and returns the logits after the last one. */
    float[] append(int... tokens) {
        try (Memory memory = new Memory((long) Integer.BYTES * tokens.length)) {
            memory.write(0, tokens, 0, tokens.length);
            Batch batch = new Batch();
            batch.count = tokens.length;
            batch.tokens = memory;
            int status = number("llama_decode", context, batch);
            if (status != 0) {
                throw failure("status " + status);
            }
            return require(pointer("llama_get_logits_ith", context, -1)).getFloatArray(0, vocabulary);
        }
    }

    /** Removes all tokens. */
    void clear() {
        call("llama_memory_clear", pointer("llama_get_memory", context), (byte) 1);
    }

    @Override
    public void close() {
        call("llama_free", context);
        processor("ggml_threadpool_free").invoke(new Object[] {threads});
        call("llama_model_free", model);
    }
}
