package io.graphkernel.runtime.internal.collective.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.graphkernel.runtime.internal.collective.SplitGroups;
import io.graphkernel.testing.TestTier;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks in processes of their own, over each MPI that is installed. */
@Timeout(1000)
@Tag("process")
class MpiTest {
    @TempDir
    Path directory;

    /** Ranks wait by polling, and each takes a processor: in the exhaustive tier each library has both numbers. */
    static Stream<Arguments> launchersAndRanks() {
        return TestTier.isExhaustive()
                ? Stream.of(MpiJob.Launcher.values())
                        .flatMap(launcher -> Stream.of(2, 4).map(ranks -> arguments(launcher, ranks)))
                : Stream.of(arguments(MpiJob.Launcher.OPEN_MPI, 4), arguments(MpiJob.Launcher.MPICH, 2));
    }

    static Stream<MpiJob.Launcher> openMpi() {
        return normally(MpiJob.Launcher.OPEN_MPI);
    }

    static Stream<MpiJob.Launcher> mpich() {
        return normally(MpiJob.Launcher.MPICH);
    }

    /** The one library of a test, or in the exhaustive tier each. */
    private static Stream<MpiJob.Launcher> normally(MpiJob.Launcher launcher) {
        return TestTier.isExhaustive() ? Stream.of(MpiJob.Launcher.values()) : Stream.of(launcher);
    }

    private static void assertSaidByAll(MpiJob job, int ranks, String words) {
        assertThat(job.status()).as(job.output()).isZero();
        IntStream.range(0, ranks)
                .forEach(rank -> assertThat(job.output()).contains("rank " + rank + " of " + ranks + words));
    }

    @ParameterizedTest
    @MethodSource("launchersAndRanks")
    @Tag("slow")
    @Tag("sampled")
    void everyCollectiveAndAnySchedule_haveTheBitsOfThreads(MpiJob.Launcher launcher, int ranks) throws Exception {
        String schedules = TestTier.isExhaustive() ? "1000" : "5";
        MpiJob job = MpiJob.run(launcher, ranks, directory, "equal", schedules);
        assertSaidByAll(job, ranks, " of world has compared 665 collectives and " + schedules + " schedules");
    }

    @ParameterizedTest
    @MethodSource("mpich")
    @Tag("slow")
    @Tag("sampled")
    void ranks_makeGroupsOfSome(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.run(launcher, SplitGroups.RANKS, directory, "groups");
        assertSaidByAll(job, SplitGroups.RANKS, " of world has had groups of some");
    }

    @ParameterizedTest
    @MethodSource("openMpi")
    @Tag("slow")
    @Tag("sampled")
    void allRanks_nameTheOneAtFault(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.run(launcher, 3, directory, "failures");
        assertThat(job.status()).as(job.output()).isZero();
        assertThat(job.output().split("rank has seen 17 failures", -1))
                .as(job.output())
                .hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("mpich")
    @Tag("slow")
    @Tag("sampled")
    void rankThatThrows_isNamedAndTheJobEnds(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.run(launcher, 3, directory, "throw");
        assertThat(job.status()).as(job.output()).isNotZero();
        assertThat(job.output())
                .contains("java.lang.IllegalStateException: no data")
                .contains("[GK-6304] communicator is closed: rank 1 of the group world");
    }

    @ParameterizedTest
    @MethodSource("openMpi")
    @Tag("slow")
    @Tag("sampled")
    void rankThatIsKilled_endsTheJob(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.run(launcher, 3, directory, "kill");
        assertThat(job.status()).as(job.output()).isNotZero();
        assertThat(job.output()).containsPattern("(?i)killed|signal 9|exit code: 9");
    }

    @ParameterizedTest
    @MethodSource("mpich")
    @Tag("slow")
    @Tag("sampled")
    void absentRank_isNamedAndEnded(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.run(launcher, 3, directory, "hang");
        assertThat(job.status()).as(job.output()).isNotZero();
        assertThat(job.output())
                .contains("of the group world has waited 6000 ms for the ranks [1], in sum of f32[100000]");
    }

    /** Without an mpirun a process is the only rank. */
    @ParameterizedTest
    @EnumSource
    void process_aloneIsTheOnlyRank(MpiJob.Launcher launcher) throws Exception {
        launcher.require();
        String library = launcher == MpiJob.Launcher.MPICH ? "libmpich.so.12" : "libmpi.so.40";
        MpiJob job = MpiJob.runAlone(directory, "-Dgraphkernel.mpi.library=" + library, "equal", "5");
        assertSaidByAll(job, 1, " of world has compared 665 collectives and 5 schedules");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    void mpirunOfAnotherLibrary_isRejected(MpiJob.Launcher launcher) throws Exception {
        MpiJob.Launcher.OPEN_MPI.require();
        MpiJob.Launcher.MPICH.require();
        String other = launcher == MpiJob.Launcher.MPICH ? "libmpi.so.40" : "libmpich.so.12";
        MpiJob job = MpiJob.run(launcher, 2, directory, "-Dgraphkernel.mpi.library=" + other, "mpi");
        assertThat(job.status()).as(job.output()).isNotZero();
        assertThat(job.output())
                .contains("[GK-6345] mpirun does not match the MPI library: this process was started as one of 2 (")
                .contains(other + ") reports 1");
    }

    @ParameterizedTest
    @EnumSource(names = "OPEN_MPI")
    void missingLibrary_messageNamesThePackage(MpiJob.Launcher launcher) throws Exception {
        MpiJob job = MpiJob.runAlone(directory, "-Dgraphkernel.mpi.library=libnone.so", "mpi");
        assertThat(job.status()).as(job.output()).isNotZero();
        assertThat(job.output())
                .contains("CommunicatorException: [GK-6343] MPI is not available: libnone.so")
                .contains("the packages openmpi-bin or mpich");
    }
}
