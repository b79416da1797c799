package io.graphkernel.runtime.endtoend;

import java.util.ArrayList;
import java.util.List;

/** The sizes that kernels are tried at: none, one, around the vector lengths, around the loops' unrolling, large. */
final class Sizes {

    private static final int[] SIZES = {0, 1, 2, 3, 15, 16, 17, 31, 33, 64, 65, 100, 1000, 4097};
    private static final int[] FEW = {0, 1, 3, 5, 17};
    private static final int MAX_ELEMENTS = 20_000;

    private Sizes() {}

    static List<int[]> of(int symbols) {
        return switch (symbols) {
            case 0 -> List.of(new int[0]);
            case 1 -> vectors();
            case 2 -> matrices();
            default -> boxes(symbols);
        };
    }

    private static List<int[]> vectors() {
        List<int[]> sizes = new ArrayList<>();
        for (int size : SIZES) {
            sizes.add(new int[] {size});
        }
        sizes.add(new int[] {300_001});
        return sizes;
    }

    private static List<int[]> matrices() {
        List<int[]> sizes = new ArrayList<>();
        for (int columns : SIZES) {
            for (int rows : SIZES) {
                if (columns * rows <= MAX_ELEMENTS) {
                    sizes.add(new int[] {columns, rows});
                }
            }
        }
        sizes.add(new int[] {1024, 300});
        sizes.add(new int[] {1001, 301});
        return sizes;
    }

    private static List<int[]> boxes(int symbols) {
        List<int[]> sizes = new ArrayList<>();
        for (int code = 0; code < Math.pow(FEW.length, symbols); code++) {
            int[] size = new int[symbols];
            for (int i = 0, rest = code; i < symbols; i++, rest /= FEW.length) {
                size[i] = FEW[rest % FEW.length];
            }
            sizes.add(size);
        }
        sizes.add(symbols == 3 ? new int[] {31, 100, 131} : new int[] {7, 33, 20, 67});
        return sizes;
    }
}
