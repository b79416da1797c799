package io.graphkernel.common.safetensors;

import io.graphkernel.common.json.JsonException;
import io.graphkernel.common.json.JsonReader;
import io.graphkernel.common.json.JsonWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The header of a file in the safetensors format: the little-endian length of a JSON object in eight bytes, and the object, which describes
 * the elements that follow. See <a href="https://github.com/huggingface/safetensors#format">the definition</a>.
 *
 * @param metadata additional strings
 * @param entries tensors by name in the order of the file
 * @param dataBegin offset of the elements in the file
 */
public record SafetensorsHeader(Map<String, String> metadata, Map<String, SafetensorsEntry> entries, long dataBegin) {

    /** Name of the metadata, which no tensor may have. */
    public static final String METADATA = "__metadata__";

    /** Maximum size of a header in the definition. */
    private static final int MAX_HEADER_BYTES = 100_000_000;

    private static final int ALIGNMENT = 8;

    private static final Set<String> MEMBERS = Set.of("dtype", "shape", "data_offsets");

    /** Bytes of a file. */
    @FunctionalInterface
    private interface Source {
        ByteBuffer bytes(long position, int count) throws IOException;
    }

    /**
     * Reads the header of a file. Allocations are bounded by the size of the file, whatever the header states.
     *
     * @param file open file
     * @throws SafetensorsException if the file is not in the format, or elements are missing
     * @throws IOException if the file cannot be read
     */
    public static SafetensorsHeader read(FileChannel file) throws IOException {
        return read(file.size(), (position, count) -> bytes(file, position, count));
    }

    /**
     * Reads the header of a file in memory.
     *
     * @param file content from position 0 to the limit
     * @throws SafetensorsException if the file is not in the format, or elements are missing
     */
    public static SafetensorsHeader read(ByteBuffer file) throws SafetensorsException {
        try {
            return read(file.limit(), (position, count) -> file.slice((int) position, count));
        } catch (SafetensorsException e) {
            throw e;
        } catch (IOException e) {
            throw new AssertionError("memory can be read", e);
        }
    }

    private static SafetensorsHeader read(long size, Source file) throws IOException {
        require(size >= Long.BYTES, "it has " + size + " bytes");
        long length = file.bytes(0, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).getLong();
        require(
                length >= 0 && length <= Math.min(MAX_HEADER_BYTES, size - Long.BYTES),
                "its header has " + Long.toUnsignedString(length) + " bytes, and the file " + size);
        ByteBuffer text = file.bytes(Long.BYTES, (int) length);
        require(text.hasRemaining() && text.get(0) == '{', "its header does not begin with {");
        Map<String, String> metadata = new TreeMap<>();
        Map<String, SafetensorsEntry> entries = new LinkedHashMap<>();
        try {
            JsonReader json = JsonReader.of(text);
            json.object(name -> {
                if (name.equals(METADATA)) {
                    json.object(key -> metadata.put(key, json.string()));
                } else {
                    entries.put(name, entry(json, name));
                }
            });
            json.end();
        } catch (JsonException e) {
            throw new SafetensorsException("its header is not as the format says: " + e.getMessage(), e);
        }
        long begin = Long.BYTES + length;
        requireComplete(entries.values(), size - begin);
        return new SafetensorsHeader(metadata, entries, begin);
    }

    private static ByteBuffer bytes(FileChannel file, long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            require(file.read(bytes, position + bytes.position()) >= 0, "it ends in its header");
        }
        return bytes.flip();
    }

    private static SafetensorsEntry entry(JsonReader json, String name) throws IOException {
        String[] dtype = new String[1];
        Map<String, long[]> numbers = new TreeMap<>();
        Set<String> members = new TreeSet<>();
        try {
            json.object(member -> {
                require(MEMBERS.contains(member), "tensor " + name + " has " + member);
                members.add(member);
                if (member.equals("dtype")) {
                    dtype[0] = json.string();
                } else {
                    numbers.put(member, numbers(json));
                }
            });
        } catch (JsonException e) {
            throw new SafetensorsException("tensor " + name + " is not as the format says: " + e.getMessage(), e);
        }
        require(members.equals(MEMBERS), "tensor " + name + " has " + members + " and no more");
        long[] offsets = numbers.get("data_offsets");
        require(offsets.length == 2 && offsets[0] <= offsets[1], "tensor " + name + " has no begin and end");
        SafetensorsEntry entry = new SafetensorsEntry(dtype[0], numbers.get("shape"), offsets[0], offsets[1]);
        requireSize(entry, name);
        return entry;
    }

    /** Reads nonnegative numbers. */
    private static long[] numbers(JsonReader json) throws IOException {
        List<Long> numbers = new ArrayList<>();
        json.array(() -> {
            long number = json.integer();
            require(number >= 0, "a dim or an offset is " + number);
            numbers.add(number);
        });
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    /** Checks the size of an entry of a dtype in the definition. */
    private static void requireSize(SafetensorsEntry entry, String name) throws SafetensorsException {
        int elementBytes = SafetensorsEntry.elementBytes(entry.dtype());
        if (elementBytes > 0) {
            long bytes = elementBytes;
            try {
                for (long dim : entry.dims()) {
                    bytes = Math.multiplyExact(bytes, dim);
                }
            } catch (ArithmeticException e) {
                throw new SafetensorsException("tensor " + name + " is too large", e);
            }
            require(bytes == entry.bytes(), "tensor " + name + " is " + entry + " and has " + entry.bytes() + " bytes");
        }
    }

    /** Checks that every byte after the header belongs to one tensor, as the format requires. */
    private static void requireComplete(Collection<SafetensorsEntry> entries, long size) throws SafetensorsException {
        long end = 0;
        List<SafetensorsEntry> inOrder = new ArrayList<>(entries);
        inOrder.sort(Comparator.comparingLong(SafetensorsEntry::begin).thenComparingLong(SafetensorsEntry::end));
        for (SafetensorsEntry entry : inOrder) {
            require(entry.begin() == end, "its tensors overlap, or leave bytes out, at " + entry.begin());
            end = entry.end();
        }
        require(end == size, "its tensors have " + end + " bytes, and after the header there are " + size);
    }

    private static void require(boolean condition, String problem) throws SafetensorsException {
        if (!condition) {
            throw new SafetensorsException(problem);
        }
    }

    /**
     * Returns the bytes of a file before the elements, padded with spaces so that each dtype can be mapped.
     *
     * @param metadata additional strings
     * @param entries tensors by name, in the order of their offsets
     */
    public static ByteBuffer bytes(Map<String, String> metadata, Map<String, SafetensorsEntry> entries) {
        JsonWriter json = new JsonWriter().object();
        if (!metadata.isEmpty()) {
            json.name(METADATA).object();
            new TreeMap<>(metadata).forEach(json::member);
            json.endObject();
        }
        entries.forEach((name, entry) -> {
            json.name(name).object().member("dtype", entry.dtype());
            write(json.name("shape"), entry.dims());
            write(json.name("data_offsets"), entry.begin(), entry.end());
            json.endObject();
        });
        byte[] object = json.endObject().toString().strip().getBytes(StandardCharsets.UTF_8);
        int length = (object.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        byte[] padded = Arrays.copyOf(object, length);
        Arrays.fill(padded, object.length, length, (byte) ' ');
        return ByteBuffer.allocate(Long.BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(padded)
                .flip();
    }

    private static void write(JsonWriter json, long... numbers) {
        json.array();
        for (long number : numbers) {
            json.value(number);
        }
        json.endArray();
    }
}
