package io.graphkernel.training;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metadata and tensor table of a GGUF file. See <a
 * href="https://github.com/ggml-org/ggml/blob/master/docs/gguf.md">the definition</a>.
 *
 * @param metadata values by key: Long, Double, Boolean, String, and lists of them
 * @param tensors tensors by name in the order of the file
 */
record GgufHeader(Map<String, Object> metadata, Map<String, Entry> tensors) {

    static final int MAGIC = 0x46554747;
    static final int VERSION = 3;
    static final int DEFAULT_ALIGNMENT_BYTES = 32;
    static final String ALIGNMENT = "general.alignment";

    private static final int MIN_VERSION = 2;
    private static final int MAX_DIMS = 8;

    /** Size of the smallest entry of the metadata, and of the tensor table. */
    private static final int MIN_ENTRY_BYTES = 13;

    /**
     * A tensor of a file.
     *
     * @param typeId id of the type in the format
     * @param type null for a type that is not supported
     * @param dims dims, outermost first
     * @param position offset of the first byte in the file
     * @param bytes number of bytes; 0 for a type that is not supported
     */
    record Entry(long typeId, @Nullable GgufType type, long[] dims, long position, long bytes) {}

    static GgufHeader read(GgufInput in) throws IOException {
        GgufInput.require(in.remaining() >= 24 && in.u32() == MAGIC, "it does not begin with GGUF");
        long version = in.u32();
        GgufInput.require(version >= MIN_VERSION && version <= VERSION, "its version is " + version);
        long tensors = in.count(MIN_ENTRY_BYTES, "tensors");
        long values = in.count(MIN_ENTRY_BYTES, "metadata values");
        Map<String, Object> metadata = new LinkedHashMap<>();
        for (long i = 0; i < values; i++) {
            String key = in.text();
            GgufInput.require(
                    metadata.put(key, in.value(in.u32(), 0)) == null, "metadata value " + key + " is listed twice");
        }
        Map<String, Entry> relative = new LinkedHashMap<>();
        for (long i = 0; i < tensors; i++) {
            String name = in.text();
            GgufInput.require(relative.put(name, entry(in, name)) == null, "tensor " + name + " is listed twice");
        }
        long alignment =
                metadata.getOrDefault(ALIGNMENT, (long) DEFAULT_ALIGNMENT_BYTES) instanceof Long given ? given : 0;
        GgufInput.require(isAlignment(alignment), "its alignment is " + metadata.get(ALIGNMENT));
        long begin = (in.position() + alignment - 1) / alignment * alignment;
        Map<String, Entry> placed = new LinkedHashMap<>();
        relative.forEach((name, entry) ->
                placed.put(name, new Entry(entry.typeId, entry.type, entry.dims, begin + entry.position, entry.bytes)));
        for (Map.Entry<String, Entry> named : relative.entrySet()) {
            Entry entry = named.getValue();
            boolean isInside = entry.position >= 0
                    && entry.position % alignment == 0
                    && entry.position <= in.size() - begin
                    && entry.bytes <= in.size() - begin - entry.position;
            GgufInput.require(
                    isInside,
                    "tensor " + named.getKey() + " has " + entry.bytes + " bytes at offset "
                            + Long.toUnsignedString(entry.position) + ", and the file "
                            + Math.max(0, in.size() - begin) + " bytes of elements");
        }
        return new GgufHeader(Collections.unmodifiableMap(metadata), Collections.unmodifiableMap(placed));
    }

    /** Returns true for a power of two that is a positive int. */
    static boolean isAlignment(long bytes) {
        return bytes > 0 && bytes <= Integer.MAX_VALUE && Long.bitCount(bytes) == 1;
    }

    private static Entry entry(GgufInput in, String name) throws IOException {
        int rank = (int) Math.min(in.u32(), Integer.MAX_VALUE);
        GgufInput.require(rank <= MAX_DIMS, "tensor " + name + " has " + rank + " dims");
        long[] dims = new long[rank];
        long elements = 1;
        for (int axis = rank - 1; axis >= 0; axis--) {
            dims[axis] = in.u64();
            GgufInput.require(
                    dims[axis] >= 0 && Math.multiplyHigh(elements, dims[axis]) == 0 && elements * dims[axis] >= 0,
                    "tensor " + name + " has more elements than any memory holds");
            elements *= dims[axis];
        }
        long id = in.u32();
        GgufType type = GgufType.ofId(id);
        long bytes = 0;
        if (type != null) {
            long inner = rank == 0 ? 1 : dims[rank - 1];
            GgufInput.require(
                    inner % type.blockElements() == 0,
                    "tensor " + name + " of " + Arrays.toString(dims) + " has no whole blocks of " + type);
            long blocks = elements / type.blockElements();
            GgufInput.require(
                    blocks <= Long.MAX_VALUE / type.blockBytes(),
                    "tensor " + name + " has more bytes than any memory holds");
            bytes = blocks * type.blockBytes();
        }
        return new Entry(id, type, dims, in.u64(), bytes);
    }
}
