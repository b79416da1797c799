package io.graphkernel.runtime.sequence;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.CudaTests;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.OpenClTests;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No sequence of public calls ends the process. It runs in one of its own, so that a crash is a failure like others. */
@DisplayName("A1, A4: no sequence of public calls ends the process")
@Tag("process")
@Tag("sampled")
class RandomSequenceTest {
    @TempDir
    Path directory;

    @Test
    @DisplayName("of random calls by several threads")
    void randomCalls_onTheHost_keepInvariants() throws IOException, InterruptedException {
        random(TestTier.isExhaustive() ? "1000000" : "200000", TestTier.select("2", "8", "3600"), Device.cpu());
    }

    @Test
    @DisplayName("of random calls on CUDA, which the build emulates")
    @Tag("emulated")
    void randomCalls_onCuda_keepInvariants() throws IOException, InterruptedException {
        Optional<Device> device = CudaTests.deviceIfAny();
        assumeTrue(device.isPresent(), "CUDA is not emulated here");
        random("200000", TestTier.select("2", "4", "3600"), device.get());
    }

    /** Not in every run: PoCL's threads wait on each other for ever, now and then, where glibc loses a wake-up. */
    @Test
    @DisplayName("of random calls on OpenCL")
    @ExhaustiveOnly
    void randomCalls_onOpenCl_keepInvariants() throws IOException, InterruptedException {
        random("200000", "3600", OpenClTests.device());
    }

    private void random(String steps, String seconds, Device device) throws IOException, InterruptedException {
        long seed = Long.getLong("runtime.seed", TestTier.isExhaustive() ? System.nanoTime() : 14);
        System.out.println("seed " + seed);
        System.out.print(process()
                .run(
                        "seed " + seed,
                        List.of(),
                        RandomSequence.class,
                        Long.toString(seed),
                        steps,
                        "4",
                        seconds,
                        device.toString()));
    }

    @Test
    @DisplayName("of a tensor that another thread closes meanwhile")
    @Tag("slow")
    void tensorClosedByAnotherThread_isReported() throws IOException, InterruptedException {
        // Room for tensors of which most pages are never written.
        List<String> options = List.of("-Dorg.bytedeco.javacpp.maxBytes=4g");
        System.out.print(process().run("closing", options, CloseRace.class, TestTier.select("200", "1000", "10000")));
    }

    private LimitedProcess process() {
        return new LimitedProcess(directory, TestTier.isExhaustive() ? 4000 : 300);
    }
}
