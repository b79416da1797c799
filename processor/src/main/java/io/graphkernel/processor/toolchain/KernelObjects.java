package io.graphkernel.processor.toolchain;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Objects of one kernel in the build cache: for each instruction set of a platform, the length in four bytes and the
 * object.
 *
 * @param variants objects in the order of the platform's instruction sets
 */
record KernelObjects(List<byte[]> variants) {
    /** Version of the cache format, to be incremented when the same commands produce other bytes. */
    static final String FORMAT = "kernel 1";

    /**
     * Returns the key in the build cache.
     *
     * @param common hash of the common inputs of all objects of the platform
     */
    static String key(String common, CanonicalKernel kernel) {
        return new Digests().add(common).add(kernel.text()).hexadecimal();
    }

    /** Decodes objects from {@link #bytes}; empty if the content is invalid. */
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
