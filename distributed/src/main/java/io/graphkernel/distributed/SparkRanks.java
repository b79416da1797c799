package io.graphkernel.distributed;

import io.graphkernel.runtime.Communicator;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction1;

/**
 * Ranks started by Spark: each is a task of one stage in barrier mode, so that all of them run concurrently or none.
 * They exchange addresses through Spark, and communicate by Gloo.
 * <pre>{@code
 * List<Float> losses = SparkRanks.run(spark, 4, Duration.ofMinutes(10), rank -> train(rank));
 * }</pre>
 */
public final class SparkRanks {

    /**
     * Body of each rank. It is serialized to executors, and so is its result.
     *
     * @param <T> type of the result
     */
    @FunctionalInterface
    public interface Body<T> extends Serializable {

        /** Returns the result of a rank, whose communicator is bound to the thread. */
        T run(Communicator rank) throws Exception;
    }

    private SparkRanks() {}

    /**
     * Runs the ranks of the group {@link Communicator#WORLD}.
     *
     * @param spark context with at least one free slot per rank
     * @param ranks number of ranks
     * @param timeout time that a rank waits for the others
     * @param body body of each rank
     * @return their results in order
     */
    public static <T> List<T> run(JavaSparkContext spark, int ranks, Duration timeout, Body<T> body) {
        List<Integer> numbers = IntStream.range(0, ranks).boxed().toList();
        return spark.parallelize(numbers, ranks)
                .rdd()
                .barrier()
                .mapPartitions(new RankTask<>(timeout, body), false, ClassTag$.MODULE$.<T>apply(Object.class))
                .toJavaRDD()
                .collect();
    }

    /** The task of a rank. */
    private static final class RankTask<T> extends AbstractFunction1<Iterator<Integer>, Iterator<T>>
            implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Duration timeout;
        private final Body<T> body;

        RankTask(Duration timeout, Body<T> body) {
            this.timeout = timeout;
            this.body = body;
        }

        @Override
        public Iterator<T> apply(Iterator<Integer> partition) {
            BarrierTaskContext context = BarrierTaskContext.get();
            // The address of rank 0 is used by all.
            String[] address = context.allGather(address())[0].split(" ");
            try (Communicator rank = GlooCommunicator.connect(
                            Communicator.WORLD,
                            context.partitionId(),
                            context.getTaskInfos().length,
                            address[0],
                            Integer.parseInt(address[1]),
                            timeout);
                    Communicator.Binding bound = rank.bind()) {
                return CollectionConverters.asScala(List.of(body.run(rank)).iterator());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        private static String address() {
            try (ServerSocket free = new ServerSocket(0)) {
                return InetAddress.getLocalHost().getHostAddress() + " " + free.getLocalPort();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
