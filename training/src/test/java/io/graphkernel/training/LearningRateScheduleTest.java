package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LearningRateScheduleTest {

    @Test
    void constant_stays() {
        assertThat(LearningRateSchedule.constant(0.5f).rate(0)).isEqualTo(0.5f);
        assertThat(LearningRateSchedule.constant(0.5f).rate(Long.MAX_VALUE)).isEqualTo(0.5f);
    }

    @Test
    void linear_goesInEqualStepsAndStays() {
        LearningRateSchedule schedule = LearningRateSchedule.linear(1, 0, 4);
        assertThat(rates(schedule, 6)).containsExactly(1, 0.75f, 0.5f, 0.25f, 0, 0);
    }

    @Test
    void cosine_startsAndEndsFlat() {
        LearningRateSchedule schedule = LearningRateSchedule.cosine(1, 0.1f, 100);
        assertThat(schedule.rate(0)).isEqualTo(1);
        assertThat(schedule.rate(25)).isCloseTo(0.1f + 0.45f * (1 + (float) Math.sqrt(0.5)), within(1e-6f));
        assertThat(schedule.rate(50)).isCloseTo(0.55f, within(1e-6f));
        assertThat(schedule.rate(100)).isEqualTo(0.1f);
        assertThat(schedule.rate(1000)).isEqualTo(0.1f);
        assertThat(schedule.rate(0) - schedule.rate(1)).isLessThan(1e-3f);
    }

    @Test
    void warmup_growsUpToTheFirstRate() {
        LearningRateSchedule schedule = LearningRateSchedule.linear(1, 0, 2).afterWarmup(3);
        assertThat(rates(schedule, 7)).containsExactly(0.25f, 0.5f, 0.75f, 1, 0.5f, 0, 0);
    }

    @Test
    void scheduleOfNoSteps_isRejected() {
        assertThatThrownBy(() -> LearningRateSchedule.cosine(1, 0, 0))
                .hasMessageContaining(
                        "[GK-6522] invalid argument of a learning rate schedule: LearningRateSchedule.cosine: steps is 0");
        assertThatThrownBy(() -> LearningRateSchedule.linear(1, 0, -3))
                .hasMessageContaining(
                        "[GK-6522] invalid argument of a learning rate schedule: LearningRateSchedule.linear: steps is -3");
        LearningRateSchedule schedule = LearningRateSchedule.linear(1, 0, 2);
        assertThatThrownBy(() -> schedule.afterWarmup(-1))
                .hasMessageContaining(
                        "[GK-6522] invalid argument of a learning rate schedule: LearningRateSchedule.afterWarmup:");
        assertThatThrownBy(() -> schedule.rate(-1))
                .hasMessageContaining(
                        "[GK-6522] invalid argument of a learning rate schedule: LearningRateSchedule.rate: step is -1");
    }

    private static float[] rates(LearningRateSchedule schedule, int steps) {
        float[] rates = new float[steps];
        for (int i = 0; i < steps; i++) {
            rates[i] = schedule.rate(i);
        }
        return rates;
    }
}
