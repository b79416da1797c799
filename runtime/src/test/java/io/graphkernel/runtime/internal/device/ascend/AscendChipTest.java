package io.graphkernel.runtime.internal.device.ascend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the compilation target of a device. */
class AscendChipTest {
    @ParameterizedTest
    @CsvSource({
        "Ascend910B1, --npu-arch=dav-2201",
        "Ascend910B4-1, --npu-arch=dav-2201",
        "Ascend910_9391, --npu-arch=dav-2201",
        "Ascend910_9589, --npu-arch=dav-3510",
        "Ascend950PR_9589, --npu-arch=dav-3510",
        "Ascend310P3, --npu-arch=dav-2002"
    })
    void ascendChip_knowsProducts(String product, String option) {
        assertThat(AscendChip.named(product).orElseThrow().options()).containsExactly(option, "--cce-auto-sync=off");
    }

    /** Without a digit, 910B is one of the first 910s, which have other instructions. */
    @ParameterizedTest
    @CsvSource({"Ascend910B", "Ascend910A", "Ascend310", "Ascend310B1", "''"})
    void ascendChip_rejectsOthers(String product) {
        assertThat(AscendChip.named(product)).isEmpty();
    }

    @Test
    void ascendChip_knowsNumbers() {
        assertThat(AscendChip.of(2201)).isEqualTo(AscendChip.named("Ascend910B2"));
        assertThat(AscendChip.of(1001)).isEmpty();
    }

    @Test
    void core_acceptsAtLeast16KiB() {
        CoreSplitPolicy splitPolicy = new CoreSplitPolicy(40);
        assertThat(splitPolicy.of(1, 8)).isEqualTo(1);
        assertThat(splitPolicy.of(4096, 8)).isEqualTo(2);
        assertThat(splitPolicy.of(1L << 40, 8)).isEqualTo(40);
    }
}
