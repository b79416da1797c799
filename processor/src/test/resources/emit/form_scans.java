// Generated: the kernels of Ops as Java methods.
package demo;

import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.jvm.BroadcastRows;
import io.graphkernel.runtime.generated.jvm.Casts;
import io.graphkernel.runtime.generated.jvm.ElementMemory;
import io.graphkernel.runtime.generated.jvm.ScalarMath;

/** The kernels of {@link Ops} for hosts without a native build. */
@SuppressWarnings("all")
final class OpsJvm implements RangeFunction {
    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        switch ((int) kernel) {
            case 0 -> kernel_scans_0(arguments, begin, end, scratch);
            case 1 -> kernel_scans_1(arguments, begin, end, scratch);
            case 2 -> kernel_scans_2(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_scans_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_1_2 = ElementMemory.loadI64(arguments + 16);
        final long tiles = (n_d + 63) / 64;
        for (long item = begin; item < end; ++item) {
            final long row = item / tiles;
            final long first = item % tiles * 64;
            for (long i1 = first; i1 < Math.min(first + 64, n_d); ++i1) {
                double acc_1 = 0.0;
                for (long step = 0; step < n_n; ++step) {
                    final long i0 = n_n - 1 - step;
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + i1 * 4);
                    final float v_0 = v_x + v_y;
                    final float v_1 = (float) acc_1;
                    acc_1 = acc_1 + v_0;
                    ElementMemory.storeF32(p_1_2 + (i0 * n_d + i1) * 4, v_1);
                }
            }
        }
    }

    private static void kernel_scans_1(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 16);
        final long n_d = ElementMemory.loadI64(arguments + 24);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_2_1 = ElementMemory.loadI64(arguments + 8);
        for (long row = begin; row < end; ++row) {
            final long i0 = row;
            double acc_2 = 0.0;
            for (long step = 0; step < n_d; ++step) {
                final long i1 = n_d - 1 - step;
                final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                acc_2 = acc_2 + v_x;
                final float v_2 = (float) acc_2;
                ElementMemory.storeF32(p_2_1 + (i0 * n_d + i1) * 4, v_2);
            }
        }
    }

    private static void kernel_scans_2(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 24);
        final long n_d = ElementMemory.loadI64(arguments + 32);
        final long p_x = ElementMemory.loadI64(arguments + 0);
        final long p_y = ElementMemory.loadI64(arguments + 8);
        final long p_4_2 = ElementMemory.loadI64(arguments + 16);
        final long tiles = (n_d + 63) / 64;
        for (long item = begin; item < end; ++item) {
            final long row = item / tiles;
            final long first = item % tiles * 64;
            for (long i1 = first; i1 < Math.min(first + 64, n_d); ++i1) {
                double acc_3 = 0.0;
                for (long step = 0; step < n_n; ++step) {
                    final long i0 = step;
                    final float v_x = ElementMemory.loadF32(p_x + (i0 * n_d + i1) * 4);
                    final float v_y = ElementMemory.loadF32(p_y + i1 * 4);
                    acc_3 = acc_3 + v_x;
                    final float v_3 = (float) acc_3;
                    final float v_4 = v_3 - v_y;
                    ElementMemory.storeF32(p_4_2 + (i0 * n_d + i1) * 4, v_4);
                }
            }
        }
    }

}
