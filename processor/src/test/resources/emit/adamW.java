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
            case 0 -> kernel_adamW_0(arguments, begin, end, scratch);
            default -> throw new IllegalArgumentException("no kernel " + kernel);
        }
    }
    private static void kernel_adamW_0(long arguments, long begin, long end, long scratch) {
        final long n_n = ElementMemory.loadI64(arguments + 56);
        final long p_moment = ElementMemory.loadI64(arguments + 0);
        final long p_gradient = ElementMemory.loadI64(arguments + 8);
        final long p_variance = ElementMemory.loadI64(arguments + 16);
        final long p_parameter = ElementMemory.loadI64(arguments + 24);
        final long p_5_4 = ElementMemory.loadI64(arguments + 32);
        final long p_6_5 = ElementMemory.loadI64(arguments + 40);
        final long p_14_6 = ElementMemory.loadI64(arguments + 48);
        final float v_decay = ElementMemory.loadF32(arguments + 64);
        final float v_rate = ElementMemory.loadF32(arguments + 72);
        for (long i0 = begin; i0 < end; ++i0) {
            {
                final float v_moment = ElementMemory.loadF32(p_moment + i0 * 4);
                final float v_gradient = ElementMemory.loadF32(p_gradient + i0 * 4);
                final float v_variance = ElementMemory.loadF32(p_variance + i0 * 4);
                final float v_parameter = ElementMemory.loadF32(p_parameter + i0 * 4);
                final float v_0 = v_moment * (0.9f);
                final float v_1 = v_gradient * (0.1f);
                final float v_newMoment = v_0 + v_1;
                final float v_2 = v_variance * (0.999f);
                final float v_3 = v_gradient * v_gradient;
                final float v_4 = v_3 * (0.001f);
                final float v_newVariance = v_2 + v_4;
                final float v_7 = (float) ScalarMath.sqrt(v_newVariance);
                final float v_8 = v_7 + (1.0E-8f);
                final float v_9 = v_newMoment / v_8;
                final float v_10 = v_parameter * v_decay;
                final float v_11 = v_9 + v_10;
                final float v_12 = v_11 * v_rate;
                final float v_13 = v_parameter - v_12;
                ElementMemory.storeF32(p_5_4 + i0 * 4, v_newMoment);
                ElementMemory.storeF32(p_6_5 + i0 * 4, v_newVariance);
                ElementMemory.storeF32(p_14_6 + i0 * 4, v_13);
            }
        }
    }

}
