package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.CallMemory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.FoundDevice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Finds the devices of AscendCL. */
public final class AscendPlugin implements DriverPlugin {
    /** A kernel has at most 128 parameters, and each has 8 bytes. */
    private static final long PARAMETER_BYTES = 128 * 8;

    @Override
    public String id() {
        return "ascend";
    }

    @Override
    public List<FoundDevice> find() {
        AscendApi api;
        try {
            api = new AscendApi();
        } catch (UnsatisfiedLinkError | GraphKernelException e) {
            String line = e.getMessage().lines().findFirst().orElse("");
            return List.of(FoundDevice.unusable(
                    null,
                    "AscendCL of CANN cannot be loaded: " + line
                            + "; install CANN with its toolkit, and source its set_env.sh before the program starts"));
        }
        long memory = CallMemory.address();
        int code = (int) call(api.init, 0);
        // Another library of this process may have done it.
        if (code == AscendApi.SUCCESS || code == AscendApi.REPEAT_INITIALIZE) {
            code = (int) call(api.getVersion, memory, memory + 4, memory + 8);
        }
        String version = Memory.getInt(memory) + "." + Memory.getInt(memory + 4) + "." + Memory.getInt(memory + 8);
        if (code == AscendApi.SUCCESS) {
            code = (int) call(api.getDeviceCount, memory);
        }
        if (code != AscendApi.SUCCESS) {
            return List.of(
                    FoundDevice.unusable(null, "AscendCL does not start: " + api.errorText() + " (" + code + ")"));
        }
        int count = Memory.getInt(memory);
        if (count == 0) {
            return List.of(FoundDevice.unusable(null, "AscendCL finds no device"));
        }
        List<FoundDevice> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(describe(api, i, "AscendCL " + version));
        }
        return found;
    }

    /** What compiles the kernels of a jar, as the doctor says it. */
    private static String compiler(AscendApi api, Optional<AscendChip> chip) {
        boolean compilesAtLoad = chip.map(AscendChip::compilesAtLoad).orElse(true);
        return compilesAtLoad && api.compilerReason().isEmpty()
                ? "compiled by aclrtc"
                : BishengCompiler.find()
                        .map(bisheng -> "compiled by " + bisheng.program())
                        .orElse("no compiler, so that only binaries of jars run");
    }

    /** Does not make the device that of the thread: that would take memory of each, and one that is in use might refuse it. */
    private static FoundDevice describe(AscendApi api, int index, String version) {
        String product = api.socName();
        OptionalLong architecture = api.attribute(index, AscendApi.NPU_ARCH);
        Optional<AscendChip> chip =
                architecture.isPresent() ? AscendChip.of(architecture.getAsLong()) : AscendChip.named(product);
        int leastCores = chip.map(AscendChip::cores).orElse(1);
        int coreNumber = chip.map(AscendChip::coreNumber).orElse(AscendApi.VECTOR_CORE_NUMBER);
        int cores = (int) Math.max(1, api.attribute(index, coreNumber).orElse(leastCores));
        OptionalLong bytes = api.attribute(index, AscendApi.MEMORY_BYTES);
        String toolkit = version
                + chip.map(known -> ", NPU_ARCH " + known.architecture()).orElse("") + ", " + cores
                + (coreNumber == AscendApi.AI_CORE_NUMBER ? " AI cores, " : " vector cores, ")
                + compiler(api, chip);
        DeviceProperties properties =
                new DeviceProperties(product, toolkit, bytes.orElse(0), PARAMETER_BYTES, cores, false, false);
        if (bytes.isEmpty()) {
            return FoundDevice.unusable(properties, "AscendCL does not tell its memory: " + api.errorText());
        }
        return chip.map(known -> FoundDevice.usable(
                        properties, () -> new AscendDriver(api, index, known, "ascend:" + index, properties)))
                .orElseGet(() -> FoundDevice.unusable(
                        properties, "kernels are printed for the 910B, 910C, 950 and 310P, and not for " + product));
    }
}
