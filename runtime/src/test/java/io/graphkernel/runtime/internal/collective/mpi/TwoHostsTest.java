package io.graphkernel.runtime.internal.collective.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two network namespaces with a cable between them, as two hosts: all that ranks say to each other goes over it. */
@Timeout(600)
@ExhaustiveOnly
class TwoHostsTest {
    private static final String FIRST = "10.77.0.1";
    private static final String SECOND = "10.77.0.2";
    private static final String NETWORK = "10.77.0.0/24";
    private static final long MIN_SENT_BYTES = 1 << 20;

    private static final Map<MpiJob.Launcher, List<String>> LAUNCHERS = Map.of(
            MpiJob.Launcher.OPEN_MPI,
            List.of(
                    "mpirun.openmpi",
                    "--mca",
                    "plm_rsh_agent",
                    "AGENT",
                    "--mca",
                    "btl",
                    "tcp,self",
                    "--mca",
                    "btl_tcp_if_include",
                    NETWORK,
                    "--mca",
                    "oob_tcp_if_include",
                    NETWORK,
                    "--host",
                    FIRST + ":1," + SECOND + ":1"),
            MpiJob.Launcher.MPICH,
            List.of(
                    "mpirun.mpich",
                    "-launcher",
                    "rsh",
                    "-launcher-exec",
                    "AGENT",
                    "-hosts",
                    FIRST + "," + SECOND,
                    // UCX identifies the machine by an id and would use its memory.
                    "-genv",
                    "UCX_TLS",
                    "tcp,self"));

    @TempDir
    Path directory;

    private static int ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(Arrays.asList(arguments));
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException notInstalled) {
            return -1;
        }
    }

    @BeforeEach
    void connect() throws Exception {
        remove();
        assumeTrue(ip("netns", "add", "gk-a") == 0, "namespaces need root and the package iproute2");
        assertThat(ip("netns", "add", "gk-b")).isZero();
        assertThat(ip(
                        "link", "add", "gk-va", "netns", "gk-a", "type", "veth", "peer", "name", "gk-vb", "netns",
                        "gk-b"))
                .isZero();
        assertThat(ip("-n", "gk-a", "addr", "add", FIRST + "/24", "dev", "gk-va"))
                .isZero();
        assertThat(ip("-n", "gk-b", "addr", "add", SECOND + "/24", "dev", "gk-vb"))
                .isZero();
        for (String[] argument :
                new String[][] {{"gk-a", "gk-va"}, {"gk-b", "gk-vb"}, {"gk-a", "lo"}, {"gk-b", "lo"}}) {
            assertThat(ip("-n", argument[0], "link", "set", argument[1], "up")).isZero();
        }
    }

    @AfterEach
    void remove() throws Exception {
        ip("netns", "del", "gk-a");
        ip("netns", "del", "gk-b");
    }

    @ParameterizedTest
    @EnumSource
    void ranksOfTwoHosts_haveTheBitsOfThreads(MpiJob.Launcher launcher) throws Exception {
        launcher.require();
        // In place of a remote shell: the host is its first argument.
        Path agent = Files.writeString(
                directory.resolve("agent.sh"), "#!/bin/sh\nshift\nexec ip netns exec gk-b sh -c \"$*\"\n");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", "gk-a"));
        for (String argument : LAUNCHERS.get(launcher)) {
            command.add(argument.equals("AGENT") ? agent.toString() : argument);
        }
        command.addAll(List.of("-np", "2"));
        MpiJob job = MpiJob.run(command, directory, "equal", "5");
        assertThat(job.status()).as(job.output()).isZero();
        for (int rank = 0; rank < 2; rank++) {
            assertThat(job.output())
                    .contains("rank " + rank + " of 2 of world has compared 665 collectives and 5 schedules");
        }
        assertThat(sent()).isGreaterThan(MIN_SENT_BYTES);
    }

    /** Returns the bytes sent over the network. */
    private static long sent() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "ip", "netns", "exec", "gk-a", "cat", "/sys/class/net/gk-va/statistics/tx_bytes")
                .start();
        String text = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return Long.parseLong(text.trim());
    }
}
