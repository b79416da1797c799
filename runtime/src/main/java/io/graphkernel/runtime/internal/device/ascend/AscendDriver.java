package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.cann.KnownAnswerKernel;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.ContextDriver;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.NativeScratch;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/** One Ascend device in its default context, which other libraries in the process share. */
final class AscendDriver extends ContextDriver {
    /**
     * Exceptions and time-outs of cores, after which the device runs nothing, are among the errors 507000 to 507999.
     * The documentation does not specify the effect of each of the others. To be safe, all of them count as a loss of
     * the device.
     */
    private static final int FATAL_THOUSANDS = 507;

    private final AscendApi api;
    private final AscendChip chip;
    private final String name;
    private final long context;
    private boolean isTried;
    private Optional<KnownAnswer.Fault> fault = Optional.empty();

    AscendDriver(AscendApi api, int device, AscendChip chip, String name, DeviceProperties properties) {
        super(name, properties, new CoreSplitPolicy(properties.multiprocessors()));
        this.api = api;
        this.chip = chip;
        this.name = name;
        check("aclrtSetDevice", call(api.setDevice, device));
        context = result("aclrtGetCurrentContext", call(api.getCurrentContext, NativeScratch.address()));
    }

    AscendApi api() {
        return api;
    }

    AscendChip chip() {
        return chip;
    }

    /** Name of the device in messages. */
    String name() {
        return name;
    }

    @Override
    protected long setCurrent() {
        return call(api.setCurrentContext, context);
    }

    @Override
    protected String setCurrentName() {
        return "aclrtSetCurrentContext";
    }

    @Override
    protected String errorText(int code) {
        return api.errorText();
    }

    @Override
    protected boolean isFatal(int code) {
        return code / 1000 == FATAL_THOUSANDS;
    }

    @Override
    protected boolean isDone(long event) {
        long memory = NativeScratch.address();
        check("aclrtQueryEventStatus", call(api.queryEventStatus, event, memory));
        return Memory.getInt(memory) != 0;
    }

    @Override
    public String target() {
        return "ascend";
    }

    /** Returns the suffix of our kernels, for ops that aclnn does not compute. */
    @Override
    public Optional<String> programSuffix() {
        return Optional.of(".asc");
    }

    @Override
    public boolean runsLoops() {
        return false;
    }

    @Override
    public long allocate(long bytes) {
        enter();
        return memory(
                "aclrtMalloc",
                call(api.malloc, NativeScratch.address(), bytes, AscendApi.HUGE_FIRST),
                AscendApi.OUT_OF_MEMORY);
    }

    @Override
    public void free(long address) {
        if (enterToFree()) {
            call(api.free, address);
        }
    }

    @Override
    public long allocateStaging(long bytes) {
        enter();
        return memory("aclrtMallocHost", call(api.mallocHost, NativeScratch.address(), bytes), AscendApi.OUT_OF_MEMORY);
    }

    @Override
    public void freeStaging(long address) {
        if (enterToFree()) {
            call(api.freeHost, address);
        }
    }

    @Override
    public Stream newStream() {
        return new AscendStream(this);
    }

    @Override
    public Optional<String> variantDirectory() {
        return Optional.of(target() + "-" + chip.architecture());
    }

    /** Tests the device once, before the first program. After a wrong result, every program is rejected. */
    @Override
    public Program load(String name, byte[] text) {
        requireKnownAnswer(() -> compiled(name, KnownAnswerKernel.INCLUDE + KnownAnswerKernel.SOURCE));
        return compiled(name, new String(text, StandardCharsets.UTF_8));
    }

    /** Returns the program of the known-answer test, from a binary of the jar. */
    @Override
    public Program load(String name, byte[] text, Variant variant) {
        Optional<Long> loaded = new ProgramLoader(this).shipped(name, variant.content());
        if (loaded.isEmpty()) {
            return load(name, text);
        }
        Program program = new AscendProgram(this, name, loaded.get());
        requireKnownAnswer(() -> program);
        return program;
    }

    private synchronized void requireKnownAnswer(Supplier<Program> program) {
        if (!isTried) {
            fault = KnownAnswer.fault(this, program.get());
            isTried = true;
        }
        if (fault.isPresent()) {
            KnownAnswer.Fault found = fault.get();
            throw new DeviceException(
                    RuntimeProblem.KNOWN_ANSWER, name, found.element(), found.actual(), found.expected());
        }
    }

    private Program compiled(String name, String source) {
        return new AscendProgram(this, name, new ProgramLoader(this).load(name, source));
    }
}
