package io.graphkernel.runtime.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.DeviceReport;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceProperties;
import io.graphkernel.runtime.internal.device.DiscoveredDevice;
import io.graphkernel.runtime.internal.device.DriverPlugin;
import io.graphkernel.runtime.internal.device.FakeDriver;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DevicesTest {
    private static final String PROPERTY = "graphkernel.device";

    private final String setting = System.getProperty(PROPERTY);

    private static DriverPlugin plugin(String type, DiscoveredDevice... found) {
        return new DriverPlugin() {
            @Override
            public String id() {
                return type;
            }

            @Override
            public List<DiscoveredDevice> find() {
                return List.of(found);
            }
        };
    }

    private static DiscoveredDevice device(String name, boolean gpu) {
        return DiscoveredDevice.usable(properties(name, gpu), () -> new FakeDriver(1 << 20));
    }

    private static DeviceProperties properties(String name, boolean gpu) {
        return new DeviceProperties(name, "2.1", 3L << 30, 1024, 1, true, gpu);
    }

    private final Devices devices = new Devices(List.of(
            plugin("cuda", device("A", true), DiscoveredDevice.unusable(properties("B", true), "it is too old")),
            plugin("opencl", device("C", false), device("D", true))));

    private final Devices none = new Devices(List.of(
            plugin("cuda", DiscoveredDevice.unusable(null, "no driver")), plugin("opencl", device("C", false))));

    private static List<DeviceReport> reports(Devices devices) {
        return devices.listings().stream()
                .map(listing -> new DeviceReport(listing.name(), (Device) listing.device(), listing.description()))
                .toList();
    }

    @AfterEach
    void reset() {
        if (setting == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, setting);
        }
    }

    @Test
    void devices_statesWhatThereIsAndWhySomethingIsNot() {
        assertThat(reports(devices).subList(1, 5))
                .extracting(DeviceReport::toString)
                .containsExactly(
                        "cuda:0: A, 3.0 GiB, driver 2.1",
                        "cuda:1: not usable: B, 3.0 GiB, driver 2.1: it is too old",
                        "opencl:0: C, 3.0 GiB, driver 2.1",
                        "opencl:1: D, 3.0 GiB, driver 2.1");
        assertThat(reports(devices).get(0).device()).isSameAs(Device.cpu());
        assertThat(reports(none)).extracting(DeviceReport::toString).contains("cuda: not usable: no driver");
        assertThat(reports(none).get(1).isUsable()).isFalse();
    }

    @Test
    void gpu_ofSeveralKinds_countsGpusAlone() {
        assertThat(List.of(devices.gpu(0), devices.gpu(1)))
                .extracting(AbstractDevice::toString)
                .containsExactly("cuda:0", "opencl:1");
        assertThatThrownBy(() -> devices.gpu(2))
                .hasMessageContaining("[GK-6022] device is not available: gpu:2: there are only");
        assertThatThrownBy(() -> none.gpu(0))
                .hasMessageContaining("[GK-6022] device is not available: gpu:0: there is only opencl:0");
        assertThatThrownBy(() -> devices.gpu(-1)).hasMessageContaining("[GK-6022] device is not available: gpu:-1:");
    }

    @Test
    void accelerator_ofSeveralKinds_countsGpusFirst() {
        assertThat(List.of(devices.accelerator(0), devices.accelerator(1), devices.accelerator(2)))
                .extracting(AbstractDevice::toString)
                .containsExactly("cuda:0", "opencl:1", "opencl:0");
        assertThatThrownBy(() -> devices.accelerator(3))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContainingAll(
                        "[GK-6022] device is not available: accelerator:3: there are only cuda:0 (A, 3.0 GiB, driver 2.1), opencl:0 (C",
                        "; cuda:1 is not usable: B, 3.0 GiB, driver 2.1: it is too old\n");
        assertThatThrownBy(() -> none.accelerator(1))
                .hasMessageContaining(
                        "[GK-6022] device is not available: accelerator:1: there is only opencl:0 (C, 3.0 GiB, driver 2.1);"
                                + " cuda is not usable: no driver\n");
    }

    @Test
    void missingDevice_isAnErrorWithTheReason() {
        assertThatThrownBy(() -> devices.device("cuda", 1))
                .isInstanceOf(DeviceUnavailableException.class)
                .hasMessageContaining(
                        "[GK-6022] device is not available: cuda:1: B, 3.0 GiB, driver 2.1: it is too old");
        assertThatThrownBy(() -> none.device("cuda", 0))
                .hasMessageContaining("device is not available: cuda:0: no driver");
        assertThatThrownBy(() -> devices.device("cuda", 5))
                .hasMessageContaining("device is not available: cuda:5: there is only cuda:0 (A, 3.0 GiB, driver 2.1);"
                        + " cuda:1 is not usable: B, 3.0 GiB, driver 2.1: it is too old\n");
    }

    @Test
    void automatic_acceptsTheFirstGpuAndNoOtherDevice() {
        assertThat(devices.automatic()).hasToString("cuda:0");
        assertThat(none.automatic()).isSameAs(Device.cpu());
    }

    @Test
    void devices_haveProperties() {
        Device device = (Device) devices.device("cuda", 0);
        assertThat(device.name()).isEqualTo("A");
        assertThat(device.type()).isEqualTo("cuda");
        assertThat(device.index()).isZero();
        assertThat(device.driverVersion()).isEqualTo("2.1");
        assertThat(device.memoryBytes()).isEqualTo(3L << 30);
        assertThat(device.supportsF64()).isTrue();
        assertThat(device.isHost()).isFalse();
        Device host = Device.cpu();
        assertThat(host.isHost()).isTrue();
        assertThat(host).hasToString("cpu:0");
        assertThat(host.name()).isNotBlank();
        assertThat(host.driverVersion()).isNotBlank();
        assertThat(host.memoryBytes()).isPositive();
        assertThat(host.supportsF64()).isTrue();
        host.synchronize();
    }

    @Test
    void devices_namesOfNoDeviceAreRejected() {
        assertThat(Device.of("cpu")).isSameAs(Device.cpu()).isSameAs(Device.of("cpu:0"));
        for (String name : List.of("", "gpu", "cuda:", "cuda:x", "cuda:-1", "npu:0", "cpu:1")) {
            assertThatThrownBy(() -> Device.of(name))
                    .as(name)
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContainingAll(
                            "[GK-6021]", "valid device names are cpu, cuda:0, cuda:1, …, opencl:0, …, ascend:0, …\n");
        }
    }

    @Test
    void settings_nameTheDefaultDevice() {
        assertThat(Devices.ofSetting("")).isSameAs(Device.cpu());
        assertThat(Devices.ofSetting("cpu")).isSameAs(Device.cpu());
        assertThat(Devices.ofSetting("jvm")).isSameAs(Device.cpu());
        assertThat(Devices.ofSetting("auto")).isNotNull();
        assertThatThrownBy(() -> Devices.ofSetting("cuda:99")).isInstanceOf(DeviceUnavailableException.class);
        for (String text : List.of("cpu", "jvm", "cuda", "cuda:0", "opencl:1", "auto", " auto ")) {
            System.setProperty(PROPERTY, text);
            assertThat(DeviceSetting.text()).isEqualTo(text.strip());
        }
        System.setProperty(PROPERTY, "cpu:0");
        assertThat(DevicePlugins.host(DeviceSetting.text()).id()).isEqualTo("cpu");
        System.setProperty(PROPERTY, "npu");
        assertThatThrownBy(DeviceSetting::text)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContainingAll("[GK-6061]", "npu", "cpu, jvm, cuda:0, opencl:0, ascend:0 or auto");
    }
}
