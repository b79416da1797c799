package io.graphkernel.runtime.sequence;

import io.graphkernel.runtime.DType;
import java.util.Random;

/** Random choices of one thread of a run, in an order given by its seed. */
final class RandomChoices {
    private static final int[] SIZES = {0, 1, 7, 64, 96, 128, 160, 256};

    private final Random random;

    RandomChoices(long seed) {
        random = new Random(seed);
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    DType dtype() {
        DType dtype = oneIn(2) ? DType.F32 : DType.values()[below(DType.values().length)];
        return dtype.isStorageOnly() ? DType.F32 : dtype;
    }

    int size() {
        return SIZES[below(SIZES.length)];
    }

    /** Mostly matrices, of up to 256 KiB in f32: small ones stay in pages that are mapped anyway. */
    long[] dims() {
        return switch (below(6)) {
            case 0 -> new long[] {size()};
            case 1 -> new long[] {1 + below(2), 1 + below(2), size(), 64};
            default -> new long[] {size(), 256};
        };
    }
}
