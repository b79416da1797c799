package io.graphkernel.runtime.internal.device.ascend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.ascend.EmulatedAscend;
import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.exception.DeviceException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries that are not AscendCL, and the devices of an emulated one. */
@EnabledOnOs(OS.LINUX)
@Tag("emulated")
class AscendPluginTest {
    private final String named = System.getProperty(AscendApi.PROPERTY);

    @AfterEach
    void reset() {
        System.clearProperty(BishengCompiler.PROPERTY);
        if (named == null) {
            System.clearProperty(AscendApi.PROPERTY);
        } else {
            System.setProperty(AscendApi.PROPERTY, named);
        }
    }

    @Test
    void missingLibrary_isNamed() {
        assertThat(reason("libnowhere.so")).startsWith("AscendCL of CANN cannot be loaded: libnowhere.so");
    }

    @Test
    void missingFunction_isNamed() {
        assertThat(reason("libc.so.6"))
                .startsWith("AscendCL of CANN cannot be loaded: libc.so.6 has no function aclInit; libacl_rt.so")
                .contains("libacl_rtc.so")
                .endsWith("install CANN with its toolkit, and source its set_env.sh before the program starts");
    }

    /** As in the toolkit, where the compiler is a separate library. */
    @Test
    void others_areNextToTheNamedLibrary(@TempDir Path directory) throws IOException {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        Path named = Files.copy(EmulatedCuda.library(), directory.resolve("libascendcl.so"));
        Files.copy(EmulatedAscend.library(), directory.resolve("libacl_rtc.so"));

        assertThat(found(named.toString()))
                .singleElement()
                .satisfies(device -> assertThat(device.reason()).isNull());
    }

    /** Functions of the first toolkit too, as long as it has older ones in their place. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "aclInit",
                "aclrtGetDeviceCount",
                "aclrtGetVersion",
                "aclrtSetDevice",
                "aclrtGetCurrentContext",
                "aclrtSetCurrentContext",
                "aclrtMalloc",
                "aclrtFree",
                "aclrtMallocHost",
                "aclrtFreeHost",
                "aclrtMemcpyAsync",
                "aclrtCreateStream",
                "aclrtDestroyStream",
                "aclrtSynchronizeStream",
                "aclrtStreamWaitEvent",
                "aclrtCreateEvent",
                "aclrtCreateEventExWithFlag",
                "aclrtDestroyEvent",
                "aclrtRecordEvent",
                "aclrtQueryEventStatus",
                "aclrtSynchronizeEvent",
                "aclrtEventElapsedTime",
                "aclrtBinaryGetFunction",
                "aclrtGetSocName",
                "aclGetRecentErrMsg",
                "aclrtGetDeviceInfo",
                "aclrtBinaryLoadFromData aclrtCreateBinary",
                "aclrtBinaryLoadFromData aclrtBinaryLoad",
                "aclrtBinaryLoadFromData aclrtDestroyBinary",
                "aclrtLaunchKernelWithHostArgs aclrtKernelArgsInit",
                "aclrtLaunchKernelWithHostArgs aclrtKernelArgsAppend",
                "aclrtLaunchKernelWithHostArgs aclrtKernelArgsFinalize",
                "aclrtLaunchKernelWithHostArgs aclrtLaunchKernelWithConfig"
            })
    void eachMissingFunction_isNamed(String functions, @TempDir Path directory) throws IOException {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        List<String> missing = List.of(functions.split(" "));
        Path library = EmulatedAscend.without(directory, missing);

        assertThat(reason(library.toString()))
                .startsWith("AscendCL of CANN cannot be loaded: " + library + " has no function "
                        + missing.get(missing.size() - 1));
    }

    /** The device is there; only what has to be compiled there is not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "aclrtcCreateProg",
                "aclrtcCompileProg",
                "aclrtcGetCompileLogSize",
                "aclrtcGetCompileLog",
                "aclrtcGetBinDataSize",
                "aclrtcGetBinData",
                "aclrtcDestroyProg"
            })
    void eachMissingFunctionOfTheCompiler_isNamed(String function, @TempDir Path directory) throws IOException {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        System.setProperty(BishengCompiler.PROPERTY, "");
        DeviceDriver driver = found(
                        EmulatedAscend.without(directory, List.of(function)).toString())
                .get(0)
                .opener()
                .get();
        assertThatThrownBy(() -> driver.load("kernels.asc", new byte[0]))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll(
                        "[GK-6710] Ascend C compiler not found: kernels.asc cannot be compiled for Ascend910B2",
                        "has no function " + function,
                        "-Agraphkernel.binaries=2201");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aclmdlRICaptureBegin", "aclmdlRICaptureEnd", "aclmdlRIExecuteAsync", "aclmdlRIDestroy"})
    void eachMissingFunctionOfRecordings_isNamed(String function, @TempDir Path directory) throws IOException {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        DeviceDriver.Stream stream = found(
                        EmulatedAscend.without(directory, List.of(function)).toString())
                .get(0)
                .opener()
                .get()
                .newStream();
        assertThatThrownBy(stream::beginCapture)
                .isInstanceOf(DeviceException.class)
                .hasMessageContainingAll(
                        "[GK-6700] graph capture is not supported on the device: ascend:0",
                        "has no function " + function);
        stream.close();
    }

    /** A program that is named but is not there is said, with its file. */
    @Test
    void compilerOfTheSetting_isRun(@TempDir Path directory) throws IOException {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        System.setProperty(
                BishengCompiler.PROPERTY, directory.resolve("nowhere").toString());
        DeviceDriver driver = found(EmulatedAscend.without(directory, List.of("aclrtcCompileProg"))
                        .toString())
                .get(0)
                .opener()
                .get();
        assertThatThrownBy(() -> driver.load("kernels.asc", new byte[0]))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll("[GK-6711]", " for Ascend910B2: ", "nowhere");
    }

    @Test
    void onlyADeviceThatIsOpened_isSet() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        long before = EmulatedAscend.set(EmulatedAscend.Setting.DEVICES, 3);
        try {
            List<DiscoveredDevice> devices = found(EmulatedAscend.library().toString());
            assertThat(devices).hasSize(3).extracting(DiscoveredDevice::reason).containsOnlyNulls();
            assertThat(devices.get(2).properties().memoryBytes()).isEqualTo(1 << 30);
            assertThat(EmulatedAscend.isSet(1)).isFalse();

            DeviceDriver driver = devices.get(1).opener().get();

            assertThat(EmulatedAscend.isSet(2)).isFalse();
            long address = driver.allocate(100);
            assertThat(EmulatedAscend.bytes(1)).isEqualTo(100);
            driver.free(address);
            assertThat(EmulatedAscend.bytes(1)).isZero();
        } finally {
            EmulatedAscend.set(EmulatedAscend.Setting.DEVICES, before);
        }
    }

    @Test
    void queues_waitForEachOtherAgainAndAgain() {
        AscendDriver driver = emulated();
        DeviceDriver.Stream one = driver.newStream();
        DeviceDriver.Stream other = driver.newStream();
        assertThatCode(() -> {
                    one.await(other);
                    other.await(one);
                    one.await(other);
                    one.synchronize();
                })
                .doesNotThrowAnyException();
        one.close();
        other.close();
    }

    @Test
    void missingCompiler_isRequested() {
        // A source that was never compiled: compiled ones are cached for later processes.
        byte[] source = ("// " + UUID.randomUUID()).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> emulated().load("kernels.asc", source))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContainingAll(
                        "[GK-6701] CANN runtime compiler failed: kernels.asc for Ascend910B2:",
                        "no compiler is named, 176000",
                        "install CANN 8.3 or later with its toolkit");
    }

    @Test
    void onlyAWrongParameter_isAMissingKernel() {
        AscendProgram program = new AscendProgram(emulated(), "kernels.asc", 0);
        assertThatThrownBy(() -> program.function("k"))
                .isInstanceOf(KernelLibraryException.class)
                .hasMessageContaining("the program kernels.asc has no kernel k");
        EmulatedAscend.lose(0);
        try {
            assertThatThrownBy(() -> program.function("k"))
                    .isInstanceOf(DeviceLostException.class)
                    .hasMessageContainingAll("ascend:0", "aclrtBinaryGetFunction", "507035");
        } finally {
            EmulatedAscend.reset();
        }
    }

    private static AscendDriver emulated() {
        assumeThat(EmulatedAscend.runsHere()).isTrue();
        return (AscendDriver)
                found(EmulatedAscend.library().toString()).get(0).opener().get();
    }

    private static String reason(String library) {
        return found(library).get(0).reason();
    }

    private static List<DiscoveredDevice> found(String library) {
        System.setProperty(AscendApi.PROPERTY, library);
        return new AscendPlugin().find();
    }
}
