package io.graphkernel.conformance;

import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Processes of their own in which a program calls kernels on one target. */
public final class TargetProcess {

    private final Path classes;
    private final Class<?> program;

    /**
     * Processes of a program.
     *
     * @param classes where the kernel classes are
     * @param program has a main method, which throws if a result is wrong
     */
    public TargetProcess(Path classes, Class<?> program) {
        this.classes = classes;
        this.program = program;
    }

    /** Runs it on the CPU. */
    public void onCpu() throws IOException, InterruptedException {
        run("graphkernel.device=cpu");
    }

    /** Runs it on the JVM. */
    public void onJvm() throws IOException, InterruptedException {
        run("graphkernel.device=jvm");
    }

    /** Runs it on an OpenCL device, if there is one. */
    public void onOpenCl() throws IOException, InterruptedException {
        Optional<Device> device = OpenClDevice.find();
        assumeThat(device).as("an OpenCL device").isPresent();
        run("graphkernel.device=" + device.get());
    }

    /** Runs it on the emulated CUDA driver, if it is built for this machine. */
    public void onEmulatedCuda() throws IOException, InterruptedException {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        run(
                "graphkernel.device=cuda:0",
                "graphkernel.cuda.library=" + EmulatedCuda.library(),
                "graphkernel.cublaslt.library=");
    }

    private void run(String... properties) throws IOException, InterruptedException {
        DeviceProcess.run(classes, program, properties);
    }
}
