<?php
/**
 * What the site's owner decided, read from one option. The secret has an option of its own, so that no export of the
 * settings carries it, and the constant LINTEL_GATE_SECRET in wp-config.php wins over it.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * The settings, with their defaults and their shapes.
 */
final class Lintel_Gate_Settings {
	const OPTION        = 'lintel_gate_settings';
	const SECRET_OPTION = 'lintel_gate_secret';

	/** Everything that is not set yet. Nothing is gated before the owner says so. */
	const DEFAULTS = array(
		'address'    => '',
		'site_id'    => '',
		'threshold'  => '18',
		'scope'      => 'off',
		'pages'      => array(),
		'categories' => array(),
		'post_types' => array(),
		'titles'     => 'hide',
		'open_paths' => array(),
	);

	/**
	 * All settings.
	 */
	public static function all(): array {
		$stored = get_option( self::OPTION, array() );
		return array_merge( self::DEFAULTS, is_array( $stored ) ? array_intersect_key( $stored, self::DEFAULTS ) : array() );
	}

	/**
	 * One setting.
	 *
	 * @param string $name A key of DEFAULTS.
	 * @return mixed
	 */
	public static function get( string $name ) {
		return self::all()[ $name ];
	}

	/**
	 * The secret "gs_…", or an empty text.
	 */
	public static function secret(): string {
		if ( defined( 'LINTEL_GATE_SECRET' ) ) {
			return (string) constant( 'LINTEL_GATE_SECRET' );
		}
		return (string) get_option( self::SECRET_OPTION, '' );
	}

	/**
	 * The keys that proofs may be signed with.
	 *
	 * @return array<string>
	 */
	public static function keys(): array {
		$key = Lintel_Gate_Cookie::key( self::secret() );
		return null === $key ? array() : array( $key );
	}

	/**
	 * What a proof is bound to. The host is the site's own address from the settings, never the Host header.
	 *
	 * @return array{siteId: string, host: string, threshold: string}
	 */
	public static function gate(): array {
		$settings = self::all();
		return array(
			'siteId'    => $settings['site_id'],
			'host'      => (string) preg_replace( '#\Ahttps?://#', '', self::origin() ),
			'threshold' => $settings['threshold'],
		);
	}

	/**
	 * This site's origin: scheme, host in lower case, and the port when it is not the scheme's own.
	 */
	public static function origin(): string {
		$parts  = wp_parse_url( home_url() );
		$scheme = isset( $parts['scheme'] ) ? strtolower( $parts['scheme'] ) : 'https';
		$port   = isset( $parts['port'] ) ? (int) $parts['port'] : 0;
		$is_own = 0 === $port || ( 'https' === $scheme && 443 === $port ) || ( 'http' === $scheme && 80 === $port );
		return $scheme . '://' . strtolower( isset( $parts['host'] ) ? $parts['host'] : '' ) . ( $is_own ? '' : ':' . $port );
	}

	/**
	 * The gate's address at Lintel.
	 */
	public static function gate_address(): string {
		return self::get( 'address' ) . '/gate/' . self::get( 'site_id' );
	}

	/**
	 * Whether anything is gated.
	 */
	public static function is_on(): bool {
		return (bool) apply_filters( 'lintel_gate_is_on', 'off' !== self::get( 'scope' ) );
	}

	/**
	 * Whether the gate can let anybody through. If it is on and not ready, it refuses everybody.
	 */
	public static function is_ready(): bool {
		$settings = self::all();
		return '' !== $settings['address'] && '' !== $settings['site_id'] && array() !== self::keys();
	}
}
