package io.graphkernel.processor.onnx.reader;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reader of the fields of a protocol buffer message. Nested messages, texts and raw bytes are slices of the file. Every
 * length is validated before any allocation.
 */
final class WireReader {

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED_32 = 5;

    /** Maximum number of bytes of a 64-bit varint. */
    private static final int MAX_VARINT_BYTES = 10;

    private static final int MAX_TEXT = 1 << 20;

    private final ByteBuffer bytes;
    private int field;
    private int wireType;

    WireReader(ByteBuffer message) {
        bytes = message.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Advances to the next field; returns false at the end of the message. */
    boolean next() throws OnnxException {
        if (!bytes.hasRemaining()) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        wireType = (int) (tag & 7);
        if (field <= 0 || tag >>> 3 > Integer.MAX_VALUE >> 2) {
            throw new OnnxException("a field has the number " + (tag >>> 3));
        }
        return true;
    }

    /** Returns the number of the field. */
    int field() {
        return field;
    }

    /** Returns an integer. */
    long number() throws OnnxException {
        require(VARINT);
        return varint();
    }

    /** Returns a 32-bit floating-point number. */
    float real() throws OnnxException {
        require(FIXED_32);
        return Float.intBitsToFloat(fixed(Integer.BYTES).getInt());
    }

    /** Returns the bytes of a field: a message, raw bytes, or packed numbers. */
    ByteBuffer content() throws OnnxException {
        require(LENGTH_DELIMITED);
        return taken(varint());
    }

    WireReader message() throws OnnxException {
        return new WireReader(content());
    }

    String text() throws OnnxException {
        ByteBuffer content = content();
        if (content.remaining() > MAX_TEXT) {
            throw new OnnxException("a name has " + content.remaining() + " bytes");
        }
        return StandardCharsets.UTF_8.decode(content).toString();
    }

    /** Consumer of the values of a repeated numeric field. */
    interface Numbers {
        void take(long number) throws OnnxException;
    }

    /** Reads a repeated field of integers, packed or not. */
    void numbers(Numbers values) throws OnnxException {
        if (wireType == VARINT) {
            values.take(varint());
            return;
        }
        WireReader packed = new WireReader(content());
        while (packed.bytes.hasRemaining()) {
            values.take(packed.varint());
        }
    }

    /** Returns the bytes of a repeated field of fixed-size numbers of 4 or 8 bytes, packed or not. */
    ByteBuffer fixedNumbers(int size) throws OnnxException {
        if (wireType != LENGTH_DELIMITED) {
            require(size == Integer.BYTES ? FIXED_32 : FIXED_64);
            return fixed(size);
        }
        ByteBuffer content = content();
        if (content.remaining() % size != 0) {
            throw new OnnxException(content.remaining() + " bytes are not numbers of " + size + " bytes");
        }
        return content;
    }

    void skip() throws OnnxException {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED_64 -> fixed(Long.BYTES);
            case FIXED_32 -> fixed(Integer.BYTES);
            case LENGTH_DELIMITED -> content();
            default -> throw new OnnxException("field " + field + " has the unknown wire type " + wireType);
        }
    }

    private void require(int wanted) throws OnnxException {
        if (wireType != wanted) {
            throw new OnnxException("field " + field + " has the wire type " + wireType + ", not " + wanted);
        }
    }

    private ByteBuffer fixed(int size) throws OnnxException {
        return taken(size);
    }

    private ByteBuffer taken(long length) throws OnnxException {
        if (length < 0 || length > bytes.remaining()) {
            throw new OnnxException("field " + field + " says it has " + Long.toUnsignedString(length)
                    + " bytes, but only " + bytes.remaining() + " are left");
        }
        ByteBuffer slice = bytes.slice(bytes.position(), (int) length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(bytes.position() + (int) length);
        return slice;
    }

    private long varint() throws OnnxException {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            if (!bytes.hasRemaining()) {
                throw new OnnxException("it ends within a number");
            }
            byte next = bytes.get();
            value |= (long) (next & 0x7f) << 7 * i;
            if (next >= 0) {
                return value;
            }
        }
        throw new OnnxException("a number has more than " + MAX_VARINT_BYTES + " bytes");
    }
}
