package io.graphkernel.distributed;

import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import java.time.Duration;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A driver that has the ranks of a master compute together. */
public final class SparkProgram {
    private SparkProgram() {}

    /** Runs with the master that the first argument names, and as many ranks as the second one. */
    public static void main(String[] arguments) {
        SparkConf conf = new SparkConf()
                .setMaster(arguments[0])
                .setAppName("ranks")
                .set("spark.ui.enabled", "false")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"));
        int ranks = Integer.parseInt(arguments[1]);
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            List<String> said = SparkRanks.run(spark, ranks, Duration.ofMinutes(1), rank -> {
                try (Tensor x = Tensor.full(rank.rank() + 1, 100_003)) {
                    rank.allReduce(ReduceOp.SUM, x);
                    return rank + " has " + x.get(100_002) + " and compared " + SameBits.compare(rank);
                }
            });
            said.forEach(System.out::println);
            failing(spark, ranks);
        }
    }

    private static void failing(JavaSparkContext spark, int ranks) {
        try {
            SparkRanks.run(spark, ranks, Duration.ofSeconds(20), rank -> {
                if (rank.rank() == 1) {
                    throw new IllegalStateException("no data");
                }
                rank.allReduce(ReduceOp.SUM, Tensor.zeros(4));
                return "nothing";
            });
        } catch (Exception e) {
            // Spark throws a checked exception that its methods do not declare.
            System.out.println(
                    "the job has failed: " + e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
