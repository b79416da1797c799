package io.graphkernel.training;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Sequential reader of a GGUF header. Allocations are bounded by the size of the file, whatever it states. */
final class GgufInput {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_NESTING = 4;

    /** Maximum number of bytes per string, and of elements per list. A greater one is a damaged file. */
    private static final int MAX_LENGTH = 1 << 26;

    private final FileChannel file;
    private final long size;
    private final ByteBuffer buffer =
            ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);

    /** Offset of the end of the buffer in the file. */
    private long next;

    GgufInput(FileChannel file) throws IOException {
        this.file = file;
        this.size = file.size();
    }

    /** Thrown for a file that is not in the format; the message has the reason. */
    static final class FormatException extends IOException {

        private static final long serialVersionUID = 1;

        FormatException(String message) {
            super(message);
        }
    }

    static void require(boolean condition, String problem) throws FormatException {
        if (!condition) {
            throw new FormatException(problem);
        }
    }

    long size() {
        return size;
    }

    long position() {
        return next - buffer.remaining();
    }

    long remaining() {
        return size - position();
    }

    private ByteBuffer bytes(int count) throws IOException {
        require(remaining() >= count, "it ends in its header");
        if (buffer.remaining() < count) {
            buffer.compact();
            while (buffer.position() < count) {
                int read = file.read(buffer, next);
                require(read >= 0, "it ends in its header");
                next += read;
            }
            buffer.flip();
        }
        return buffer;
    }

    long u32() throws IOException {
        return bytes(Integer.BYTES).getInt() & 0xffffffffL;
    }

    long u64() throws IOException {
        return bytes(Long.BYTES).getLong();
    }

    /** Returns a number of items whose smallest size is known. */
    long count(int itemBytes, String items) throws IOException {
        long count = u64();
        require(
                count >= 0 && count <= remaining() / itemBytes,
                "it has " + Long.toUnsignedString(count) + " " + items + " in " + remaining() + " bytes");
        return count;
    }

    private int length(int itemBytes, String items) throws IOException {
        long length = count(itemBytes, items);
        require(length <= MAX_LENGTH, "it has " + length + " " + items + " in one value");
        return (int) length;
    }

    String text() throws IOException {
        byte[] text = new byte[length(1, "characters")];
        for (int done = 0; done < text.length; ) {
            int chunk = Math.min(BUFFER_BYTES, text.length - done);
            bytes(chunk).get(text, done, chunk);
            done += chunk;
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    /** Returns a value of the metadata by the id of its type. */
    Object value(long type, int nesting) throws IOException {
        return switch ((int) Math.min(type, Integer.MAX_VALUE)) {
            case GgufValueTypes.U8 -> bytes(1).get() & 0xffL;
            case GgufValueTypes.I8 -> (long) bytes(1).get();
            case GgufValueTypes.U16 -> bytes(2).getShort() & 0xffffL;
            case GgufValueTypes.I16 -> (long) bytes(2).getShort();
            case GgufValueTypes.U32 -> u32();
            case GgufValueTypes.I32 -> (long) bytes(4).getInt();
            case GgufValueTypes.F32 -> (double) bytes(4).getFloat();
            case GgufValueTypes.BOOL -> bytes(1).get() != 0;
            case GgufValueTypes.STRING -> text();
            case GgufValueTypes.LIST -> list(nesting);
            case GgufValueTypes.U64 -> unsigned(u64());
            case GgufValueTypes.I64 -> u64();
            case GgufValueTypes.F64 -> bytes(8).getDouble();
            default -> throw new FormatException("a metadata value has the type " + type);
        };
    }

    private static Object unsigned(long value) {
        return value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
    }

    private List<Object> list(int nesting) throws IOException {
        require(nesting < MAX_NESTING, "its metadata has lists in lists in lists");
        long type = u32();
        int count = length(1, "list elements");
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(value(type, nesting + 1));
        }
        return List.copyOf(values);
    }
}
