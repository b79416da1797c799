package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.cuda.EmulatedCuda;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Unclosed tensors are counted and reported. Each setting needs a process of its own. */
class LeakTest {
    private static final String LINE = "the garbage collector has freed ";

    private static String run(String device, int leaks, String setting) throws IOException, InterruptedException {
        return ChildProcess.run(
                LeakingProgram.class,
                List.of(
                        "-Dgraphkernel.leaks=" + setting,
                        "-Dgraphkernel.cuda.library=" + System.getProperty("graphkernel.cuda.library", ""),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1"),
                device,
                Integer.toString(leaks));
    }

    @Test
    void leaks_byDefault_areLoggedAtPowersOfTen() throws IOException, InterruptedException {
        assertThat(run("cpu", 120, ""))
                .contains(
                        "[GK-6068] tensor leak: cpu:0: " + LINE + "1 tensor without",
                        LINE + "10 tensors",
                        LINE + "100 tensors without close() (graphkernel.leaks=count)",
                        "-Dgraphkernel.leaks=sample",
                        "leaks 120",
                        "freed true")
                .doesNotContain(LINE + "2 tensors", LINE + "120 tensors", "LeakingProgram.leak(");
    }

    @Test
    @Tag("slow")
    void leaks_off_areCountedOnly() throws IOException, InterruptedException {
        assertThat(run("cpu", 12, "off")).isEqualToNormalizingNewlines("leaks 12\nfreed true\n");
    }

    @Test
    @Tag("slow")
    void leaks_sampled_areLoggedWithAPlace() throws IOException, InterruptedException {
        String output = run("cpu", 500, "sample");
        assertThat(output)
                .contains(
                        "leaks 500",
                        "(graphkernel.leaks=sample)",
                        "the tensor was allocated here",
                        "LeakingProgram.leak(LeakingProgram.java:");
        // One of 127 allocations is sampled, and a log line with its position follows at most one without.
        assertThat(output.split("the tensor was allocated here", -1).length - 1).isBetween(1, 4);
    }

    @Test
    void leaks_all_areLoggedWithTheirPlaces() throws IOException, InterruptedException {
        String output = run("cpu", 10, "all");
        assertThat(output).contains("leaks 10").doesNotContain("at io.graphkernel.runtime.internal.");
        assertThat(output.split("at io.graphkernel.runtime.endtoend.LeakingProgram.leak\\(", -1))
                .hasSize(3);
    }

    @Test
    @EnabledIf("isCudaEmulated")
    @Tag("slow")
    void leaks_ofADevice_areCountedThere() throws IOException, InterruptedException {
        assertThat(run("cuda:0", 12, "count"))
                .contains("cuda:0: " + LINE + "10 tensors", "leaks 12", "freed true")
                .doesNotContain("cpu:0: " + LINE);
    }

    static boolean isCudaEmulated() {
        return EmulatedCuda.runsHere();
    }
}
