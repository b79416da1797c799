package io.graphkernel.training;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import io.graphkernel.runtime.DType;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The first part of a file in the safetensors format: eight bytes with the length of a JSON object, little-endian, and the
 * object, which says what the elements after it are. See <a
 * href="https://github.com/huggingface/safetensors#format">the definition</a>.
 *
 * @param entries tensors by name, as the file has them
 * @param dataBegin where the elements begin, in bytes from the begin of the file
 */
record SafetensorsHeader(Map<String, String> metadata, Map<String, Entry> entries, long dataBegin) {

    static final String METADATA = "__metadata__";

    /** Of the definition. */
    private static final int LARGEST = 100_000_000;

    private static final int ALIGNMENT = 8;

    private static final Set<String> MEMBERS = Set.of("dtype", "shape", "data_offsets");

    /**
     * A tensor.
     *
     * @param dtype as the format names it
     * @param begin the first byte, counted from where the elements begin
     * @param end the byte after the last
     */
    record Entry(String dtype, long[] dims, long begin, long end) {

        /** The dtype of tensors with this name; null if there is none. */
        DType type() {
            return Arrays.stream(DType.values())
                    .filter(type -> name(type).equals(dtype))
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public String toString() {
            return dtype.toLowerCase(Locale.ROOT) + Arrays.toString(dims);
        }
    }

    /** The file is not in the format; the message says why. */
    static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedException(String message) {
            super(message);
        }

        DamagedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    static String name(DType dtype) {
        return dtype.toString().toUpperCase(Locale.ROOT);
    }

    /**
     * Reads the header. No more is allocated than the file has bytes, whatever it says.
     *
     * @throws DamagedException if the file is not in the format, or elements are missing
     */
    static SafetensorsHeader read(FileChannel file) throws IOException {
        long size = file.size();
        require(size >= Long.BYTES, "it has " + size + " bytes");
        long length = bytes(file, 0, Long.BYTES).getLong();
        require(
                length >= 0 && length <= Math.min(LARGEST, size - Long.BYTES),
                "its header has " + Long.toUnsignedString(length) + " bytes, and the file " + size);
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(bytes(file, Long.BYTES, (int) length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DamagedException("its header is no UTF-8", e);
        }
        require(text.startsWith("{"), "its header does not begin with {");
        Map<String, String> metadata = new TreeMap<>();
        Map<String, Entry> entries = new LinkedHashMap<>();
        JsonReader json = new JsonReader(new StringReader(text));
        json.setStrictness(Strictness.STRICT);
        // A wrong type is an IllegalStateException, a number that is no long a NumberFormatException.
        try {
            readMembers(json, metadata, entries);
        } catch (MalformedJsonException | EOFException | IllegalStateException | NumberFormatException e) {
            throw new DamagedException("its header is not as the format says at " + json.getPath(), e);
        }
        long begin = Long.BYTES + length;
        requireComplete(entries.values(), size - begin);
        return new SafetensorsHeader(metadata, entries, begin);
    }

    private static ByteBuffer bytes(FileChannel file, long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            require(file.read(bytes, position + bytes.position()) >= 0, "it ends in its header");
        }
        return bytes.flip();
    }

    private static void readMembers(JsonReader json, Map<String, String> metadata, Map<String, Entry> entries)
            throws IOException {
        boolean hasMetadata = false;
        json.beginObject();
        while (json.hasNext()) {
            String name = json.nextName();
            if (name.equals(METADATA)) {
                require(!hasMetadata, "it has two metadata");
                hasMetadata = true;
                readMetadata(json, metadata);
            } else {
                require(entries.put(name, entry(json, name)) == null, "it has two tensors " + name);
            }
        }
        json.endObject();
        require(json.peek() == JsonToken.END_DOCUMENT, "text follows its header");
    }

    private static void readMetadata(JsonReader json, Map<String, String> metadata) throws IOException {
        json.beginObject();
        while (json.hasNext()) {
            String key = json.nextName();
            require(json.peek() == JsonToken.STRING, "the metadata " + key + " is no string");
            require(metadata.put(key, json.nextString()) == null, "it has two metadata " + key);
        }
        json.endObject();
    }

    private static Entry entry(JsonReader json, String name) throws IOException {
        String dtype = null;
        long[] dims = null;
        long[] offsets = null;
        Set<String> members = new TreeSet<>();
        json.beginObject();
        while (json.hasNext()) {
            String member = json.nextName();
            require(members.add(member), "tensor " + name + " has two " + member);
            switch (member) {
                case "dtype" -> dtype = json.nextString();
                case "shape" -> dims = numbers(json);
                case "data_offsets" -> offsets = numbers(json);
                default -> throw new DamagedException("tensor " + name + " has " + member);
            }
        }
        json.endObject();
        require(members.equals(MEMBERS), "tensor " + name + " has " + members + " and no more");
        require(offsets.length == 2 && offsets[0] <= offsets[1], "tensor " + name + " has no begin and end");
        Entry entry = new Entry(dtype, dims, offsets[0], offsets[1]);
        requireSize(entry, name);
        return entry;
    }

    /** Numbers from 0 on. */
    private static long[] numbers(JsonReader json) throws IOException {
        List<Long> numbers = new ArrayList<>();
        json.beginArray();
        while (json.hasNext()) {
            require(json.peek() == JsonToken.NUMBER, "a dim or an offset is no number");
            long number = Long.parseLong(json.nextString());
            require(number >= 0, "a dim or an offset is " + number);
            numbers.add(number);
        }
        json.endArray();
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    /** What another dtype needs is not known here. */
    private static void requireSize(Entry entry, String name) throws IOException {
        DType type = entry.type();
        if (type != null) {
            long bytes = type.bytes();
            try {
                for (long dim : entry.dims()) {
                    bytes = Math.multiplyExact(bytes, dim);
                }
            } catch (ArithmeticException e) {
                throw new DamagedException("tensor " + name + " is too large", e);
            }
            require(
                    bytes == entry.end() - entry.begin(),
                    "tensor " + name + " is " + entry + " and has " + (entry.end() - entry.begin()) + " bytes");
        }
    }

    /** The format has every byte after the header in one tensor. */
    private static void requireComplete(Collection<Entry> entries, long size) throws IOException {
        long end = 0;
        List<Entry> inOrder = new ArrayList<>(entries);
        inOrder.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
        for (Entry entry : inOrder) {
            require(entry.begin() == end, "its tensors overlap, or leave bytes out, at " + entry.begin());
            end = entry.end();
        }
        require(end == size, "its tensors have " + end + " bytes, and after the header there are " + size);
    }

    private static void require(boolean condition, String problem) throws IOException {
        if (!condition) {
            throw new DamagedException(problem);
        }
    }

    /** The bytes of a file before the elements. Spaces at the end put these where each dtype can be read in place. */
    static ByteBuffer bytes(Map<String, String> metadata, Map<String, Entry> entries) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonWriter json = new JsonWriter(text)) {
            json.beginObject();
            if (!metadata.isEmpty()) {
                json.name(METADATA).beginObject();
                for (Map.Entry<String, String> each : new TreeMap<>(metadata).entrySet()) {
                    json.name(each.getKey()).value(each.getValue());
                }
                json.endObject();
            }
            for (Map.Entry<String, Entry> each : entries.entrySet()) {
                Entry entry = each.getValue();
                json.name(each.getKey()).beginObject();
                json.name("dtype").value(entry.dtype());
                write(json.name("shape"), entry.dims());
                write(json.name("data_offsets"), entry.begin(), entry.end());
                json.endObject();
            }
            json.endObject();
        }
        byte[] object = text.toString().getBytes(StandardCharsets.UTF_8);
        int length = (object.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        byte[] padded = Arrays.copyOf(object, length);
        Arrays.fill(padded, object.length, length, (byte) ' ');
        return ByteBuffer.allocate(Long.BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(padded)
                .flip();
    }

    private static void write(JsonWriter json, long... numbers) throws IOException {
        json.beginArray();
        for (long number : numbers) {
            json.value(number);
        }
        json.endArray();
    }
}
