package io.graphkernel.runtime.internal.collective.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.collective.CollectiveCase;
import io.graphkernel.runtime.internal.collective.RandomSchedule;
import io.graphkernel.runtime.internal.collective.SplitGroups;
import java.io.IOException;
import java.time.Duration;

/** Code of each rank of a job, by the word after its name. */
public final class MpiProgram {
    private static final String PATIENT = "world";

    private MpiProgram() {}

    /** Runs a rank. */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "equal" -> equal(Integer.parseInt(arguments[1]));
            case "groups" -> groups();
            case "failures" -> new FailingRanks().run();
            case "throw" -> throwing();
            case "kill" -> killed();
            case "hang" -> hanging();
            case "mpi" -> System.out.println(Communicator.mpi());
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void equal(int schedules) throws Exception {
        try (Communicator rank = Communicator.mpi()) {
            int count = 0;
            for (CollectiveCase one : CollectiveCase.all(rank.size())) {
                assertThat(one.start(rank).await())
                        .as("%s on %s", one, rank)
                        .isEqualTo(one.expected(rank.size()).get(rank.rank()));
                count++;
            }
            for (int seed = 0; seed < schedules; seed++) {
                new RandomSchedule(seed, rank.size()).run(rank);
            }
            System.out.println(rank + " has compared " + count + " collectives and " + schedules + " schedules");
        }
    }

    private static void groups() {
        try (Communicator rank = Communicator.mpi()) {
            SplitGroups.run(rank);
            System.out.println(rank + " has had groups of some");
        }
    }

    /** One rank throws while the others wait for it. */
    private static void throwing() {
        try (Communicator rank = Communicator.mpi(PATIENT, Duration.ofMinutes(1))) {
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            if (rank.rank() == 1) {
                throw new IllegalStateException("no data");
            }
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(100_000));
        }
    }

    /** One rank is killed while the others wait for it. */
    private static void killed() throws IOException, InterruptedException {
        try (Communicator rank = Communicator.mpi(PATIENT, Duration.ofMinutes(1))) {
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            if (rank.rank() == 1) {
                // Not by the JVM, which would print a last message.
                new ProcessBuilder(
                                "kill",
                                "-9",
                                Long.toString(ProcessHandle.current().pid()))
                        .inheritIO()
                        .start();
                Thread.sleep(60_000);
            }
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(100_000));
        }
    }

    /** One rank never comes, and does not end by itself. */
    private static void hanging() throws InterruptedException {
        try (Communicator rank = Communicator.mpi(PATIENT, Duration.ofSeconds(6))) {
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
            if (rank.rank() == 1) {
                Thread.sleep(600_000);
            }
            rank.allReduce(ReduceOp.SUM, Tensor.zeros(100_000));
        }
    }
}
