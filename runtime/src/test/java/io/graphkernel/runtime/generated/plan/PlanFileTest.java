package io.graphkernel.runtime.generated.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.common.abi.PlanFormat;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that any invalid plan file ends in a message. */
class PlanFileTest {

    private static final int KERNELS = 2;

    @Test
    void planFile_readsPlans() {
        ExecutablePlan[] plans = read(file());
        assertThat(plans).hasSize(1);
        assertThat(plans[0].method()).isEqualTo("step");
        assertThat(plans[0].tensors()).isEqualTo(4);
        assertThat(sizes(plans[0], 100)).containsExactly(100, 64, 0, 2, 128, 256);
    }

    @Test
    void planFile_keepsWhatFollowsFromDims() {
        ExecutablePlan plan = read(file())[0];
        long[] sizes = sizes(plan, 100);
        assertThat(sizes(plan, 7)).containsExactly(7, 64, 0, 1, 64, 128);
        assertThat(sizes(plan, 100)).isSameAs(sizes);
    }

    /** A number of a call may fail to be computed after the call has begun. */
    @Test
    void callThatNeverRuns_keepsNothing() {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        ExecutablePlan plan = read(file())[0];
        PlanCall begun = PlanCall.begin(plan, frame);
        assertThat(PlanCall.begin(plan, frame)).as("a call of its own").isNotSameAs(begun);
        assertThat(frame.takePlanCall()).as("what the thread keeps").isNull();
    }

    @Test
    void planFile_statesWhatEndsTooEarly() {
        byte[] whole = file();
        for (int length = 0; length < whole.length; length++) {
            byte[] truncated = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(truncated))
                    .as("%s bytes", length)
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContaining("GK-6170");
        }
    }

    @Test
    void planFile_statesWhatIsTooLong() {
        byte[] longer = Arrays.copyOf(file(), file().length + 1);
        assertThatThrownBy(() -> read(longer)).hasMessageContaining("goes on after byte");
    }

    @Test
    void planFile_statesWhichVersionItReads() {
        byte[] other = file();
        other[6] = 9;
        assertThatThrownBy(() -> read(other))
                .isInstanceOfSatisfying(
                        KernelLibraryException.class,
                        e -> assertThat(e.problem()).isEqualTo(RuntimeProblem.PLAN_VERSION));
    }

    /** A byte more or less is another plan, or a message. */
    @Test
    void planFile_neverFailsOtherwise() {
        Random random = new Random(15);
        int damaged = 0;
        for (int trial = 0; trial < 20_000; trial++) {
            byte[] bytes = file();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                for (ExecutablePlan plan : read(bytes)) {
                    sizes(plan, random.nextInt(3), 0, 0, 0);
                }
            } catch (KernelLibraryException e) {
                damaged++;
            }
        }
        assertThat(damaged).isGreaterThan(10_000);
    }

    private static long[] sizes(ExecutablePlan plan, long... dims) {
        return plan.sizes(index -> index < dims.length ? dims[index] : 0);
    }

    private static ExecutablePlan[] read(byte[] bytes) {
        return PlanFile.read(
                "plans.gkp", bytes, KernelLibrary.of(PlanFileTest.class, "step", "tag", KERNELS, ""), KERNELS);
    }

    /** A plan of two launches and a product of matrices. */
    private static byte[] file() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("GKPLAN".getBytes(StandardCharsets.US_ASCII));
        numbers(out, PlanFormat.VERSION, 1);
        text(out, "step");
        // An unused field; two tensors, two constants, no created tensor; a dim and a number.
        numbers(out, 0, 2, 2, 7, 0, 0, 0, 1, 1);
        // Two allocations of an arena, of the same size, in phases 0 to 1 and 1 to 2.
        numbers(out, 2, 0, 0, 1, 0, 1, 2);
        // The dim, 64, 0, the dim over 64 rounded up, that times 64, and the size of the arena.
        numbers(out, 6);
        numbers(out, 1, 0);
        numbers(out, 0, 64);
        numbers(out, 0, 0);
        numbers(out, 5, 2, 0, 1);
        numbers(out, 3, 2, 3, 1);
        numbers(out, 11, 2);
        // The size of an allocation is the dim.
        numbers(out, 1, 0);
        // A parameter of one axis, the dim, that is not written, and a result of the dims 64 and 0 that may alias it.
        numbers(out, 1);
        text(out, "x");
        text(out, "F32");
        numbers(out, 0, 1, 1, 0, 1);
        text(out, "out");
        text(out, "F32");
        numbers(out, 0, 0, 2, 1, 2, 1, 0);
        // A product.
        numbers(out, 1);
        for (String word : new String[] {"MatMulCall", "step", "a", "b", "F32", "F32"}) {
            text(out, word);
        }
        numbers(out, 2, 2, 0, 1, 1);
        text(out, "BIAS");
        // The size of the arena.
        numbers(out, 4);
        numbers(out, 3);
        // A launch: an operand, a result, a size, a number, and what it does about caches.
        numbers(out, 0, 5);
        numbers(out, 0, 0, 0, 2, 1, 1, 1, 2, 2, 3, 0, 3, 4, 0, 4, 5, 4, 0, 1, 1, 0);
        numbers(out, 1, 0, 0, 64, 1, 2);
        // A joint launch of two kernels, in the arena.
        numbers(out, 1, 1, 0, 2, 3);
        numbers(out, 2, 0, 0, 1, 1, 2, 0, 0, 1, 0, 1, 1, 2, 1, 1);
        // The product.
        numbers(out, 2, 1, 0, 0, 0, 2, 0);
        return out.toByteArray();
    }

    private static void numbers(ByteArrayOutputStream out, int... numbers) {
        for (int number : numbers) {
            out.write(number);
        }
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.write(text.length());
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
