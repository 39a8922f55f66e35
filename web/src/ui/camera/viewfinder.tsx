import { ActionIcon, Button } from '@mantine/core';
import { IconBulb, IconCameraOff, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { useReturnFocus } from '../return-focus.ts';
import { playTone } from '../scan/scan-tone.ts';
import { deliverScan } from '../scan/use-scan.tsx';
import { useEscape } from '../use-escape.ts';
import type { CameraProblem } from './camera-problem.ts';
import { hasLight, setLight } from './open-camera.ts';
import { shownCode } from './shown-code.ts';
import { useCamera } from './use-camera.ts';
import { useCodesInSight } from './use-codes-in-sight.ts';
import css from './viewfinder.module.css';

/** Lights the goods, where the device has a light beside the camera. */
function LightButton({ stream }: { stream: MediaStream }) {
  const t = useText();
  const [isOn, setOn] = useState(false);
  const toggle = async () => {
    await setLight(stream, !isOn);
    setOn(!isOn);
  };
  return (
    <ActionIcon
      className={css.tool ?? ''}
      size={48}
      radius="xl"
      aria-label={t('camera.light')}
      aria-pressed={isOn}
      onClick={() => void toggle().catch((error: unknown) => console.warn(error))}
    >
      <IconBulb size={24} stroke={1.7} />
    </ActionIcon>
  );
}

interface ProblemProps {
  problem: CameraProblem;
  onRetry: () => void;
  onClose: () => void;
}

function Problem({ problem, onRetry, onClose }: ProblemProps) {
  const t = useText();
  return (
    <div className={css.problem} role="alert">
      <IconCameraOff size={24} stroke={1.7} aria-hidden />
      <div>
        <p className={css.why}>{t(`camera.problems.${problem}`)}</p>
        <p className={css.otherwise}>{t('camera.otherwise')}</p>
        <div className={css.actions}>
          <Button variant="default" size="md" onClick={onRetry}>
            {t('camera.tryAgain')}
          </Button>
          <Button variant="default" size="md" onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </div>
  );
}

interface Read {
  step: number;
  code: string;
}

/** What was read, until something else is; it flashes each time. */
function LastRead({ read, isReady }: { read: Read | undefined; isReady: boolean }) {
  const t = useText();
  return (
    <div className={css.foot} role="status">
      {read ? (
        <span key={read.step} className={css.read}>
          <IconCheck size={22} stroke={2} aria-hidden />
          <span className={css.code}>{shownCode(read.code)}</span>
        </span>
      ) : (
        <span className={css.hint}>{t(isReady ? 'camera.aim' : 'camera.starts')}</span>
      )}
    </div>
  );
}

/**
 * The picture of the camera above the work. Each code that comes into sight goes where a scan of the scanner goes; the
 * camera stays open for the next one.
 */
export function Viewfinder({ onClose }: { onClose: () => void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [isWithoutReader, setWithoutReader] = useState(false);
  const [read, setRead] = useState<Read>();
  const { stream, problem: ofCamera } = useCamera(attempt);
  useEscape(onClose);
  useReturnFocus();
  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);
  useCodesInSight({
    video,
    stream: isWithoutReader ? undefined : stream,
    onCode: (code) => {
      playTone('read');
      setRead((before) => ({ step: (before?.step ?? 0) + 1, code }));
      deliverScan(code);
    },
    onFailure: () => setWithoutReader(true),
  });
  const retry = () => {
    setWithoutReader(false);
    setAttempt(attempt + 1);
  };
  const problem = isWithoutReader ? 'noReader' : ofCamera;
  return (
    <section className={css.finder} data-panel aria-label={t('scan.camera')}>
      {problem ? (
        <Problem problem={problem} onRetry={retry} onClose={onClose} />
      ) : (
        <div className={css.view}>
          <video ref={video} className={css.video} autoPlay muted playsInline aria-hidden />
          <div className={css.aim} aria-hidden />
          <div className={css.tools}>
            {stream && hasLight(stream) && <LightButton stream={stream} />}
            <ActionIcon
              className={css.tool ?? ''}
              size={48}
              radius="xl"
              aria-label={t('camera.close')}
              onClick={onClose}
            >
              <IconX size={24} stroke={1.7} />
            </ActionIcon>
          </div>
          <LastRead read={read} isReady={stream !== undefined} />
        </div>
      )}
    </section>
  );
}
