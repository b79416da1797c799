package io.graphkernel.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.processor.KernelClassCompiler.Context;
import io.graphkernel.processor.TargetBuilds.Pending;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.KernelType;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.cuda.CudaTarget;
import io.graphkernel.processor.target.jvm.JvmTarget;
import io.graphkernel.processor.target.opencl.OpenClTarget;
import io.graphkernel.processor.toolchain.Tasks;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TargetBuildsTest {

    private static final Target CUDA = new CudaTarget();
    private static final Target JVM = new JvmTarget();
    private static final Target OPENCL = new OpenClTarget();
    private static final TargetFiles FILES = TargetFiles.of(List.of());

    private final List<String> messages = new ArrayList<>();
    private final KernelType type = new KernelType("demo.Ops", (kind, message) -> messages.add(message), null);

    private Optional<Map<Target, TargetFiles>> finish(Map<Target, CompletableFuture<TargetFiles>> tasks) {
        return new TargetBuilds().finish(new Pending(tasks), type, new Context(null, new DiagnosticReporter(), null));
    }

    private static CompletableFuture<TargetFiles> started(Tasks.Work<TargetFiles> build) {
        return Tasks.start(Tasks.inThread("build"), build);
    }

    @Test
    void everyDefectIsThrownAndWhatFailedIsReported() {
        RuntimeException first = new IllegalArgumentException("first");
        RuntimeException second = new IllegalArgumentException("second");
        Map<Target, CompletableFuture<TargetFiles>> tasks = new LinkedHashMap<>();
        tasks.put(CUDA, started(() -> {
            throw first;
        }));
        tasks.put(JVM, started(() -> {
            throw second;
        }));
        tasks.put(OPENCL, started(() -> {
            throw new ToolchainException(ToolchainException.Kind.COMPILE_FAILED, "refused", List.of("line 7"));
        }));

        assertThatThrownBy(() -> finish(tasks))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(first)
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .singleElement()
                        .satisfies(suppressed -> assertThat(suppressed).hasCause(second)));
        assertThat(messages).singleElement().asString().contains("demo.Ops", "opencl", "refused", "line 7");
    }

    @Test
    void anInterruptedThreadWaitsForAll() {
        Thread caller = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        Tasks.Work<TargetFiles> untilItIsWaitedFor = () -> {
            while (caller.getState() != Thread.State.WAITING && !ended.get()) {
                Thread.onSpinWait();
            }
            return FILES;
        };
        CompletableFuture<TargetFiles> first = started(untilItIsWaitedFor);
        CompletableFuture<TargetFiles> second = started(() -> {
            first.join();
            return untilItIsWaitedFor.run();
        });
        Map<Target, CompletableFuture<TargetFiles>> tasks = new LinkedHashMap<>();
        tasks.put(CUDA, first);
        tasks.put(JVM, second);

        caller.interrupt();
        boolean interrupted;
        try {
            assertThat(finish(tasks)).contains(Map.of(CUDA, FILES, JVM, FILES));
        } finally {
            interrupted = Thread.interrupted();
            ended.set(true);
        }
        assertThat(interrupted).isTrue();
    }
}
