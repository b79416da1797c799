package io.graphkernel.training;

import io.graphkernel.runtime.Half;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Element type of a tensor in a GGUF file. Quantized elements are in blocks with common scales, whose layouts are those of
 * <a href="https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h">ggml</a>.
 */
public enum GgufType {
    /** Single precision. */
    F32(0, 1, 4) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            values[to] = block.getFloat(at);
        }

        @Override
        void write(float[] values, int from, ByteBuffer block) {
            block.putFloat(values[from]);
        }
    },
    /** Half precision. */
    F16(1, 1, 2) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            values[to] = half(block, at);
        }

        @Override
        void write(float[] values, int from, ByteBuffer block) {
            block.putShort(Half.toF16(values[from]));
        }
    },
    /** 4 bits, with a scale. */
    Q4_0(2, 32, 18) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            float scale = half(block, at);
            for (int i = 0; i < 16; i++) {
                int pair = block.get(at + 2 + i) & 0xff;
                values[to + i] = ((pair & 15) - 8) * scale;
                values[to + 16 + i] = ((pair >> 4) - 8) * scale;
            }
        }

        @Override
        void write(float[] values, int from, ByteBuffer block) {
            float extreme = 0;
            for (int i = from; i < from + 32; i++) {
                extreme = Math.abs(values[i]) > Math.abs(extreme) ? values[i] : extreme;
            }
            float scale = extreme / -8;
            float inverse = scale == 0 ? 0 : 1 / scale;
            block.putShort(Half.toF16(scale));
            for (int i = from; i < from + 16; i++) {
                block.put((byte) (nibble(values[i] * inverse) | nibble(values[i + 16] * inverse) << 4));
            }
        }
    },
    /** 4 bits, with a scale and a minimum. */
    Q4_1(3, 32, 20) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            float scale = half(block, at);
            float minimum = half(block, at + 2);
            for (int i = 0; i < 16; i++) {
                int pair = block.get(at + 4 + i) & 0xff;
                values[to + i] = (pair & 15) * scale + minimum;
                values[to + 16 + i] = (pair >> 4) * scale + minimum;
            }
        }
    },
    /** 8 bits, with a scale. */
    Q8_0(8, 32, 34) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            float scale = half(block, at);
            for (int i = 0; i < 32; i++) {
                values[to + i] = block.get(at + 2 + i) * scale;
            }
        }

        @Override
        void write(float[] values, int from, ByteBuffer block) {
            float largest = 0;
            for (int i = from; i < from + 32; i++) {
                largest = Math.max(largest, Math.abs(values[i]));
            }
            float scale = largest / 127;
            float inverse = scale == 0 ? 0 : 1 / scale;
            block.putShort(Half.toF16(scale));
            for (int i = from; i < from + 32; i++) {
                block.put((byte) rounded(values[i] * inverse));
            }
        }
    },
    /** 4 bits in 8 groups, with scales and minimums of 6 bits. */
    Q4_K(12, 256, 144) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            float scale = half(block, at);
            float minimum = half(block, at + 2);
            for (int group = 0; group < 8; group++) {
                float groupScale = scale * sixBits(block, at + 4, group, false);
                float groupMinimum = minimum * sixBits(block, at + 4, group, true);
                int bytes = at + 16 + 32 * (group / 2);
                int shift = group % 2 == 0 ? 0 : 4;
                for (int i = 0; i < 32; i++) {
                    int bits = block.get(bytes + i) >> shift & 15;
                    values[to + 32 * group + i] = bits * groupScale - groupMinimum;
                }
            }
        }
    },
    /** 6 bits in 16 groups, with scales of 8 bits. */
    Q6_K(14, 256, 210) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            float scale = half(block, at + 208);
            for (int i = 0; i < 256; i++) {
                values[to + i] = scale * block.get(at + 192 + i / 16) * q6Code(block, at, i);
            }
        }
    },
    /** The upper half of single precision. */
    BF16(30, 1, 2) {
        @Override
        void read(ByteBuffer block, int at, float[] values, int to) {
            values[to] = Half.fromBf16(block.getShort(at));
        }

        @Override
        void write(float[] values, int from, ByteBuffer block) {
            block.putShort(Half.toBf16(values[from]));
        }
    };

    private final int id;
    private final int blockElements;
    private final int blockBytes;

    GgufType(int id, int blockElements, int blockBytes) {
        this.id = id;
        this.blockElements = blockElements;
        this.blockBytes = blockBytes;
    }

    /** Returns the type with an id of the format; null for one that is not supported. */
    static @Nullable GgufType ofId(long id) {
        for (GgufType type : values()) {
            if (type.id == id) {
                return type;
            }
        }
        return null;
    }

    int id() {
        return id;
    }

    /**
     * Returns the number of elements per block.
     *
     * @return 1 for types without blocks
     */
    public int blockElements() {
        return blockElements;
    }

    /**
     * Returns the size of a block.
     *
     * @return bytes
     */
    public int blockBytes() {
        return blockBytes;
    }

    /** Converts a block to floats. */
    abstract void read(ByteBuffer block, int at, float[] values, int to);

    /** Appends a block of rounded floats. */
    void write(float[] values, int from, ByteBuffer block) {
        throw new UnsupportedOperationException("no quantizer for " + this);
    }

    /** Returns true if {@link #write} is defined. */
    boolean isWritable() {
        return this == F32 || this == F16 || this == BF16 || this == Q8_0 || this == Q4_0;
    }

    /** Returns the code of an element in a block of Q6_K. */
    static int q6Code(ByteBuffer block, int at, int element) {
        int halfIndex = element / 128;
        int inHalf = element % 128;
        int low = block.get(at + 64 * halfIndex + inHalf % 64) >> (inHalf < 64 ? 0 : 4) & 15;
        int high = block.get(at + 128 + 32 * halfIndex + inHalf % 32) >> 2 * (inHalf / 32) & 3;
        return (low | high << 4) - 32;
    }

    static float half(ByteBuffer block, int at) {
        return Half.fromF16(block.getShort(at));
    }

    /** Rounds to the nearest integer, ties away from zero, like ggml. */
    private static int rounded(float value) {
        int magnitude = (int) (Math.abs((double) value) + 0.5);
        return value < 0 ? -magnitude : magnitude;
    }

    private static int nibble(float value) {
        return Math.min(15, (int) (value + 8.5f));
    }

    /** Returns a scale or minimum of a group: the last four groups use the upper bits of the others. */
    static int sixBits(ByteBuffer block, int scales, int group, boolean isMinimum) {
        int shift = isMinimum ? 4 : 0;
        if (group < 4) {
            return block.get(scales + group + shift) & 63;
        }
        int low = block.get(scales + group + 4) >> shift & 15;
        int high = (block.get(scales + group - 4 + shift) & 0xff) >> 6;
        return low | high << 4;
    }
}
