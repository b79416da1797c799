package io.graphkernel.runtime.internal.device.ascend;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.common.target.AscendModel;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.NativeScratch;
import io.graphkernel.runtime.internal.device.SignalHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Discovers the devices of AscendCL. */
public final class AscendPlugin implements DriverPlugin {
    /** Maximum size of the parameters of a kernel. */
    private static final long PARAMETER_BYTES =
            AscendModel.Kernels.DEFAULT.maxParameters() * (long) KernelAbi.SLOT_BYTES;

    @Override
    public String id() {
        return "ascend";
    }

    @Override
    public List<DiscoveredDevice> find() {
        AscendApi api;
        try {
            api = new AscendApi();
        } catch (UnsatisfiedLinkError | GraphKernelException e) {
            String line = e.getMessage().lines().findFirst().orElse("");
            return List.of(DiscoveredDevice.unusable(
                    null,
                    "AscendCL of CANN cannot be loaded: " + line
                            + "; install CANN with its toolkit, and source its set_env.sh before the program starts"));
        }
        return SignalHandlers.preserve(() -> find(api));
    }

    private static List<DiscoveredDevice> find(AscendApi api) {
        long memory = NativeScratch.address();
        int code = (int) call(api.init, 0);
        // Another library of this process may have initialized it.
        if (code == AscendApi.SUCCESS || code == AscendApi.REPEAT_INITIALIZE) {
            code = (int) call(api.getVersion, memory, memory + 4, memory + 8);
        }
        String version = Memory.getInt(memory) + "." + Memory.getInt(memory + 4) + "." + Memory.getInt(memory + 8);
        if (code == AscendApi.SUCCESS) {
            code = (int) call(api.getDeviceCount, memory);
        }
        if (code != AscendApi.SUCCESS) {
            return List.of(
                    DiscoveredDevice.unusable(null, "AscendCL does not start: " + api.errorText() + " (" + code + ")"));
        }
        int count = Memory.getInt(memory);
        if (count == 0) {
            return List.of(DiscoveredDevice.unusable(null, "AscendCL finds no device"));
        }
        List<DiscoveredDevice> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(describe(api, i, "AscendCL " + version));
        }
        return found;
    }

    /** Returns the compiler of a jar's kernels, as shown by the doctor. */
    private static String compiler(AscendApi api, Optional<AscendChip> chip) {
        boolean compilesAtLoad = chip.map(AscendChip::compilesAtLoad).orElse(true);
        return compilesAtLoad && api.compilerReason().isEmpty()
                ? "compiled by aclrtc"
                : BishengCompiler.find()
                        .map(bisheng -> "compiled by " + bisheng.program())
                        .orElse("no compiler, so that only binaries of jars run");
    }

    /** Does not make the device current: that would allocate memory on it, and a busy device might reject it. */
    private static DiscoveredDevice describe(AscendApi api, int index, String version) {
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
            return DiscoveredDevice.unusable(properties, "AscendCL does not report its memory: " + api.errorText());
        }
        return chip.map(known -> DiscoveredDevice.usable(
                        properties, () -> new AscendDriver(api, index, known, "ascend:" + index, properties)))
                .orElseGet(() -> DiscoveredDevice.unusable(
                        properties, "kernels are printed for the 910B, 910C, 950 and 310P, and not for " + product));
    }
}
