package io.graphkernel.processor.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.common.target.TargetModel;
import io.graphkernel.processor.build.TargetBuilds.Pending;
import io.graphkernel.processor.compilation.KernelClassCompiler.Context;
import io.graphkernel.processor.diagnostic.DiagnosticReporter;
import io.graphkernel.processor.frontend.kernel.KernelClassDeclaration;
import io.graphkernel.processor.option.Options;
import io.graphkernel.processor.option.TargetSelection;
import io.graphkernel.processor.report.PhaseTimes;
import io.graphkernel.processor.target.Language;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.target.TargetBuild;
import io.graphkernel.processor.target.TargetFiles;
import io.graphkernel.processor.target.cuda.CudaTarget;
import io.graphkernel.processor.target.jvm.JvmTarget;
import io.graphkernel.processor.target.opencl.OpenClTarget;
import io.graphkernel.processor.toolchain.AsyncTasks;
import io.graphkernel.processor.toolchain.EmbeddedLlvm;
import io.graphkernel.processor.toolchain.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetBuildsTest {

    private static final Target CUDA = new CudaTarget();
    private static final Target JVM = new JvmTarget();
    private static final Target OPENCL = new OpenClTarget();
    private static final TargetFiles FILES = TargetFiles.of(List.of());

    private final List<String> messages = new ArrayList<>();
    private final KernelClassDeclaration type =
            new KernelClassDeclaration("demo.Ops", (kind, message) -> messages.add(message), null);

    private Optional<Map<Target, TargetFiles>> finish(Map<Target, CompletableFuture<TargetFiles>> tasks) {
        Context context = new Context(null, new DiagnosticReporter(), null, Optional.empty(), new PhaseTimes());
        return new TargetBuilds(List.of(), context).finish(new Pending(tasks), type);
    }

    private static CompletableFuture<TargetFiles> started(AsyncTasks.Work<TargetFiles> build) {
        return AsyncTasks.start(AsyncTasks.inThread("build"), build);
    }

    @Test
    void everyDefect_isThrownAndWhatFailedIsReported() {
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
            throw new ToolchainException(ToolchainException.Kind.COMPILE_FAILED, "rejected", List.of("line 7"));
        }));

        assertThatThrownBy(() -> finish(tasks))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(first)
                .satisfies(thrown -> assertThat(thrown.getSuppressed())
                        .singleElement()
                        .satisfies(suppressed -> assertThat(suppressed).hasCause(second)));
        assertThat(messages).singleElement().asString().contains("demo.Ops", "opencl", "rejected", "line 7");
    }

    @Test
    void interruptedThread_waitsForAll() {
        Thread caller = Thread.currentThread();
        AtomicBoolean ended = new AtomicBoolean();
        AsyncTasks.Work<TargetFiles> untilItIsWaitedFor = () -> {
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

    @Test
    void firstBuildOfAUser_statesThatItUnpacksTheCompiler(@TempDir Path home) throws IOException {
        assumeTrue(System.getenv("XDG_CACHE_HOME") == null, "XDG_CACHE_HOME names a cache directory");
        Options options = new Options(
                List.of(),
                List.of(),
                new TargetSelection(Set.of(), Set.of(), false, Set.of()),
                null,
                Optional.of(home),
                Optional.empty(),
                home,
                40,
                false,
                false,
                0,
                null);
        Context context = new Context(options, new DiagnosticReporter(), null, Optional.empty(), new PhaseTimes());
        String before = System.getProperty("user.home");
        System.setProperty("user.home", home.toString());
        try {
            new TargetBuilds(List.of(JVM), context).prepare(type);
            assertThat(messages).isEmpty();
            TargetBuilds builds = new TargetBuilds(List.of(new CompiledTarget()), context);
            builds.prepare(type);
            builds.prepare(type);
            assertThat(messages)
                    .containsExactly("[GK-0008] unpacking the embedded compiler: into " + EmbeddedLlvm.directory()
                            + "\nbecause: this is the first build with this version of the compiler for this user"
                            + "\nfix: no action is needed; later builds start immediately");
        } finally {
            System.setProperty("user.home", before);
        }
    }

    /** A target for this machine, compiled with clang. */
    private static final class CompiledTarget implements Target {

        @Override
        public String id() {
            return "compiled";
        }

        @Override
        public TargetModel model() {
            return JVM.model();
        }

        @Override
        public Language language() {
            return JVM.language();
        }

        @Override
        public TargetFiles build(TargetBuild build) {
            return FILES;
        }

        @Override
        public boolean usesBuildCache() {
            return true;
        }
    }
}
