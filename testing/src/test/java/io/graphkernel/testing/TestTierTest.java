package io.graphkernel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the tiers, in each of them. */
@Tag("sampled")
class TestTierTest {

    @Test
    void tier_isThatOfMaven() {
        String name = System.getProperty(TestTier.PROPERTY, "fast");

        assertThat(TestTier.current().name().toLowerCase(Locale.ROOT)).isEqualTo(name);
        assertThat(TestTier.select("fast", "full", "exhaustive")).isEqualTo(name);
        assertThat(TestTier.isFast()).isEqualTo(name.equals("fast"));
        assertThat(TestTier.isExhaustive()).isEqualTo(name.equals("exhaustive"));
        assertThat(TestTier.option()).isEqualTo("-Dtests.tier=" + name);
    }

    @Test
    @ExhaustiveOnly
    void exhaustiveTest_runsInItsTierOnly() {
        assertThat(TestTier.isExhaustive()).isTrue();
    }

    @Test
    void unknownTier_isRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestTier.of("quick"))
                .withMessage("no tier of tests is named 'quick'; there are fast, full and exhaustive");
    }
}
