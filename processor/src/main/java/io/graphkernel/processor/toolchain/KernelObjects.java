package io.graphkernel.processor.toolchain;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The objects of one kernel, as the build cache keeps them: for each instruction set of a platform the length in four bytes,
 * and the object.
 *
 * @param variants the objects in the order of the platform's instruction sets
 */
record KernelObjects(List<byte[]> variants) {
    /** Goes up when the tool-chain starts to give other bytes for the same commands. */
    static final String FORMAT = "kernel 1";

    /**
     * The key in the build cache.
     *
     * @param common the hash of what decides the bytes of every object of the platform
     */
    static String key(String common, CanonicalKernel kernel) {
        return new Digests().add(common).add(kernel.text()).hexadecimal();
    }

    /** What {@link #bytes} gave; empty if it was something else. */
    static Optional<KernelObjects> of(byte[] content, int count) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        List<byte[]> variants = new ArrayList<>();
        while (variants.size() < count) {
            int length = buffer.remaining() < Integer.BYTES ? -1 : buffer.getInt();
            if (length < 0 || length > buffer.remaining()) {
                return Optional.empty();
            }
            byte[] object = new byte[length];
            buffer.get(object);
            variants.add(object);
        }
        return buffer.hasRemaining() ? Optional.empty() : Optional.of(new KernelObjects(variants));
    }

    byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(variants.stream()
                .mapToInt(object -> Integer.BYTES + object.length)
                .sum());
        variants.forEach(object -> buffer.putInt(object.length).put(object));
        return buffer.array();
    }
}
