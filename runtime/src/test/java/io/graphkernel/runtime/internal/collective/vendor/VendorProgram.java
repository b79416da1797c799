package io.graphkernel.runtime.internal.collective.vendor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.emulation.EmulatedLibrary;
import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.collective.CollectiveCase;
import io.graphkernel.runtime.internal.collective.Ranks;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Ranks with an emulated device each: {@code cuda} or {@code ascend}, the first argument. */
public final class VendorProgram {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int MAX_DEVICES = 4;

    /** Error code of a library for a lost peer. */
    private static final long REMOTE = 6;

    private final String type;
    private final String tell;
    private int count;

    private VendorProgram(String type, String tell) {
        this.type = type;
        this.tell = tell;
    }

    /** Runs all. */
    public static void main(String[] arguments) throws Exception {
        boolean isCuda = arguments[0].equals("cuda");
        if (isCuda) {
            EmulatedCuda.use();
            EmulatedCuda.set(EmulatedCuda.Setting.DEVICES, MAX_DEVICES);
        } else {
            EmulatedAscend.set(EmulatedAscend.Setting.DEVICES, MAX_DEVICES);
        }
        VendorProgram program = new VendorProgram(arguments[0], isCuda ? "emulated_nccl_tell" : "emulated_hccl_tell");
        for (int ranks : new int[] {1, 2, MAX_DEVICES}) {
            program.compare(ranks);
        }
        program.errorsAreThrown();
        program.aRankThatDoesNotComeIsMissed();
        program.aRankThatFailsIsHeardOf();
        program.twoRanksOnOneDeviceAreRefused(isCuda);
        System.out.println(arguments[0] + ": compared " + program.count + " collectives");
    }

    private Device device(Communicator rank) {
        return Device.of(type + ":" + rank.rank());
    }

    private void compare(int size) throws Exception {
        List<Communicator> host = Communicator.threads(size);
        List<List<byte[]>> results = Ranks.run(host, rank -> {
            List<byte[]> bytes = new ArrayList<>();
            for (boolean inOrder : new boolean[] {false, true}) {
                // The host's rank is closed with the last one.
                Communicator own = inOrder ? rank : new StaysOpen(rank);
                try (Communicator ranks = Communicator.onDevice(own, device(rank), inOrder, LONG)) {
                    for (CollectiveCase one : cases(size)) {
                        bytes.add(run(one, ranks));
                    }
                }
            }
            return bytes;
        });
        List<CollectiveCase> cases = cases(size);
        for (int i = 0; i < 2 * cases.size(); i++) {
            CollectiveCase one = cases.get(i % cases.size());
            List<byte[]> expected = one.expected(size);
            boolean isExact = i >= cases.size()
                    || one.request().op() == null
                    || !one.request().dtype().isFloat();
            for (int rank = 0; rank < size; rank++) {
                byte[] actual = results.get(rank).get(i);
                if (isExact) {
                    assertThat(actual)
                            .as("%s on rank %s of %s", one, rank, size)
                            .isEqualTo(expected.get(rank));
                } else {
                    requireClose(one, actual, expected.get(rank), size);
                }
            }
            count++;
        }
    }

    /** Returns cases of each kind, with elements whose sum has a small rounding error. */
    private static List<CollectiveCase> cases(int size) {
        List<CollectiveCase> cases = new ArrayList<>();
        for (CollectiveCase one : CollectiveCase.all(size)) {
            long elements = one.request().elements();
            boolean fits = elements > 0 && elements <= 2053L * size;
            boolean several = one.request().dtype() == DType.F32 || elements <= 3L * size;
            if (fits && several) {
                cases.add(one);
            }
        }
        return cases;
    }

    private static void requireClose(CollectiveCase one, byte[] actual, byte[] expected, int size) {
        DType dtype = one.request().dtype();
        double[] values = values(actual, dtype);
        double[] others = values(expected, dtype);
        double unit = switch (dtype) {
            case F16 -> 0x1p-10;
            case BF16 -> 0x1p-7;
            case F32 -> 0x1p-23;
            default -> 0x1p-52;
        };
        // Each rounding is one of a sum or product of the largest magnitude that elements can have.
        double largest = one.request().op() == ReduceOp.PROD ? Math.pow(100, size) : 100.0 * size;
        for (int i = 0; i < values.length; i++) {
            if (Double.isFinite(others[i]) && Double.isFinite(values[i])) {
                assertThat(values[i]).as("%s at %s", one, i).isCloseTo(others[i], within(size * unit * largest));
            }
        }
    }

    private static double[] values(byte[] bytes, DType dtype) {
        Tensor raw = Tensor.empty(dtype, bytes.length / dtype.bytes());
        for (int i = 0; i < bytes.length; i++) {
            Memory.putByte(raw.address() + i, bytes[i]);
        }
        return Ops.cast(raw, DType.F64).toDoubleArray();
    }

    private static byte[] run(CollectiveCase one, Communicator ranks) {
        CollectiveRequest request = one.request();
        Tensor source = one.elements(ranks.rank()).to(ranks.device());
        Tensor target = one.isInPlace()
                ? source
                : Tensor.zeros(request.dtype(), request.resultElements(ranks.size()))
                        .to(ranks.device());
        if (ranks.enqueues(request)) {
            DeviceCopies.enqueue(
                    source, target, stream -> ranks.enqueue(request, source.address(), target.address(), stream));
        } else {
            Tensor from = source.to(Device.cpu());
            Tensor to = target.to(Device.cpu());
            ranks.start(request, from.address(), to.address()).await();
            to.copyTo(target);
        }
        Tensor back = target.to(Device.cpu());
        byte[] bytes = new byte[(int) back.byteCount()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Memory.getByte(back.address() + i);
        }
        return bytes;
    }

    private void errorsAreThrown() throws Exception {
        Ranks.run(2, host -> {
            try (Communicator ranks = Communicator.onDevice(host, device(host), false, LONG)) {
                Tensor x = Tensor.full(1, 5).to(ranks.device());
                ranks.allReduce(ReduceOp.SUM, x);
                assertThat(x.to(Device.cpu()).toFloatArray()).containsOnly(2);
                host.allReduce(ReduceOp.SUM, Tensor.zeros(1));
                if (ranks.rank() == 0) {
                    new EmulatedLibrary(type, "graphkernel." + type + ".library").call(tell, REMOTE);
                    new EmulatedLibrary(type, "graphkernel." + type + ".library").call(tell, 1L << 32 | REMOTE);
                }
                host.allReduce(ReduceOp.SUM, Tensor.zeros(1));
                Thread.sleep(300);
                assertFails(
                        () -> ranks.allReduce(ReduceOp.SUM, x),
                        "[GK-6357] asynchronous error in the collective library: rank " + ranks.rank()
                                + " of the group",
                        "6 (");
            }
            return null;
        });
    }

    private void aRankThatDoesNotComeIsMissed() throws Exception {
        Ranks.run(2, host -> {
            try (Communicator ranks = Communicator.onDevice(host, device(host), false, Duration.ofMillis(300))) {
                Tensor x = Tensor.full(1, 5).to(ranks.device());
                if (ranks.rank() == 0) {
                    ranks.allReduce(ReduceOp.SUM, x);
                    assertFails(
                            () -> x.to(Device.cpu()),
                            "[GK-6358] device collective timed out: rank 0 of the group world has waited 300 ms for");
                    assertFails(() -> ranks.allReduce(ReduceOp.SUM, x), "[GK-6358]");
                } else {
                    Thread.sleep(1000);
                }
            }
            return null;
        });
    }

    private void aRankThatFailsIsHeardOf() throws Exception {
        Ranks.run(2, host -> {
            try (Communicator ranks = Communicator.onDevice(host, device(host), false, LONG)) {
                Tensor x = Tensor.full(1, 5).to(ranks.device());
                if (ranks.rank() == 0) {
                    ranks.allReduce(ReduceOp.SUM, x);
                    assertFails(() -> x.to(Device.cpu()), "[GK-6357]");
                } else {
                    Thread.sleep(300);
                    ranks.fail(new IllegalStateException("no data"));
                    assertFails(() -> ranks.allReduce(ReduceOp.SUM, x), "[GK-6303]", "no data");
                }
            }
            return null;
        });
    }

    private void twoRanksOnOneDeviceAreRefused(boolean isCuda) throws Exception {
        List<Throwable> failures = Ranks.failures(Communicator.threads(2), host -> {
            Communicator.onDevice(host, Device.of(type + ":0"), false, LONG);
            return null;
        });
        assertThat(failures)
                .anySatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CommunicatorException.class)
                        .hasMessageContaining("[GK-6356]")
                        .hasMessageContaining(
                                isCuda ? "ncclCommInitRankScalable of NCCL" : "HcclCommInitRootInfo of HCCL"));
    }

    private static void assertFails(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOf(CommunicatorException.class).hasMessageContainingAll(words);
    }

    /** A rank that another one does not close. */
    private record StaysOpen(Communicator rank0) implements Communicator {
        @Override
        public String group() {
            return rank0.group();
        }

        @Override
        public int rank() {
            return rank0.rank();
        }

        @Override
        public int size() {
            return rank0.size();
        }

        @Override
        public Collective start(CollectiveRequest request, long source, long target) {
            return rank0.start(request, source, target);
        }

        @Override
        public void fail(Throwable cause) {
            rank0.fail(cause);
        }

        @Override
        public void close() {}
    }
}
