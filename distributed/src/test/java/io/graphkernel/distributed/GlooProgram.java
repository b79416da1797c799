package io.graphkernel.distributed;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.CommunicatorException;
import java.time.Duration;

/** Code of each process of a group: its arguments are rank, size, port of rank 0 and a word. */
public final class GlooProgram {
    private static final int ELEMENTS = 1 << 22;
    private static final int MAX_LOOKS = 3000;

    private GlooProgram() {}

    /** Runs a rank. */
    public static void main(String[] arguments) throws Exception {
        int rank = Integer.parseInt(arguments[0]);
        int size = Integer.parseInt(arguments[1]);
        int port = Integer.parseInt(arguments[2]);
        String word = arguments[3];
        Duration timeout = Duration.ofSeconds(word.equals("late") ? 3 : 60);
        try (Communicator ranks = GlooCommunicator.connect("world", rank, size, "127.0.0.1", port, timeout)) {
            ranks.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            switch (word) {
                case "equal" -> System.out.println(ranks + " has compared " + SameBits.compare(ranks));
                case "compute" -> computes(ranks);
                default -> fails(ranks, word);
            }
        }
    }

    /** Does not call the backend between the begin of a sum and the arrival of its last element. */
    private static void computes(Communicator ranks) throws InterruptedException {
        Tensor ones = Tensor.full(1, ELEMENTS);
        Tensor sum = Tensor.zeros(ELEMENTS);
        Communicator.Collective begun = ranks.start(ReduceOp.SUM, DType.F32, ones.address(), sum.address(), ELEMENTS);
        int looks = 0;
        while (sum.toFloatArray()[ELEMENTS - 1] != ranks.size() && looks < MAX_LOOKS) {
            looks++;
            Thread.sleep(10);
        }
        System.out.println(ranks + (looks < MAX_LOOKS ? " has summed while it computed" : " has waited for itself"));
        begun.await();
    }

    private static void fails(Communicator ranks, String word) throws InterruptedException {
        boolean isAtFault = ranks.rank() == 1;
        if (isAtFault && word.equals("fail")) {
            ranks.fail(new IllegalStateException("no data"));
            return;
        }
        if (isAtFault && word.equals("kill")) {
            Runtime.getRuntime().halt(9);
        }
        if (isAtFault && word.equals("late")) {
            Thread.sleep(20_000);
            return;
        }
        try {
            ReduceOp op = isAtFault && word.equals("mismatch") ? ReduceOp.MAX : ReduceOp.SUM;
            ranks.allReduce(op, Tensor.zeros(100_000));
            System.out.println(ranks + " has seen nothing");
        } catch (CommunicatorException e) {
            System.out.println(ranks + " has seen " + e.getMessage());
        }
    }
}
