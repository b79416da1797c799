package io.graphkernel.conformance.onnx;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A message in the wire format of protocol buffers. */
final class ProtocolBuffer {

    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED_32 = 5;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ProtocolBuffer number(int field, long value) {
        tag(field, VARINT);
        varint(value);
        return this;
    }

    ProtocolBuffer real(int field, float value) {
        tag(field, FIXED_32);
        bytes.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(value)
                .array());
        return this;
    }

    ProtocolBuffer text(int field, String value) {
        return raw(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtocolBuffer message(int field, ProtocolBuffer value) {
        return raw(field, value.toBytes());
    }

    ProtocolBuffer raw(int field, byte[] value) {
        tag(field, LENGTH_DELIMITED);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    private void tag(int field, int wireType) {
        varint((long) field << 3 | wireType);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }
}
