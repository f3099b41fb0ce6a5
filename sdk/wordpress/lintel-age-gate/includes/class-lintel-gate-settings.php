<?php
/**
 * What the site's owner decided, read from one option. The secret has its own option, so that no export of the
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
	 * The keys that proofs may be signed with. For the hours after a change of secret, wp-config.php can name the old one
	 * as LINTEL_GATE_PREVIOUS_SECRET, so that visitors are not asked again.
	 *
	 * @return array<string>
	 */
	public static function keys(): array {
		$key = Lintel_Gate_Cookie::key( self::secret() );
		if ( null === $key ) {
			return array();
		}
		$previous = defined( 'LINTEL_GATE_PREVIOUS_SECRET' ) ? Lintel_Gate_Cookie::key( (string) constant( 'LINTEL_GATE_PREVIOUS_SECRET' ) ) : null;
		return null === $previous ? array( $key ) : array( $key, $previous );
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
		return Lintel_Gate_Protection::has_choice();
	}

	/**
	 * Whether the gate can let anybody through. If it is on and not ready, it refuses everyone.
	 */
	public static function is_ready(): bool {
		$settings = self::all();
		return '' !== $settings['address'] && '' !== $settings['site_id'] && array() !== self::keys();
	}

	/**
	 * Settings as a form sent them, in their shapes. What cannot be meant is left as it was, and said.
	 *
	 * @param mixed $sent The form's fields.
	 */
	public static function sanitize( $sent ): array {
		$sent   = is_array( $sent ) ? $sent : array();
		$old    = self::all();
		$clean  = $old;
		$text   = static function ( string $name ) use ( $sent ): string {
			return isset( $sent[ $name ] ) && is_string( $sent[ $name ] ) ? trim( $sent[ $name ] ) : '';
		};
		$shapes = array(
			// Plain http is for Lintel on the same machine.
			'address'   => array( '#\A(https://[a-z0-9.-]+(:\d+)?|http://(localhost|127\.0\.0\.1)(:\d+)?|)\z#', strtolower( untrailingslashit( $text( 'address' ) ) ), __( 'Lintel’s address begins with https:// and has no path.', 'lintel-age-gate' ) ),
			'site_id'   => array( '/\A(gat_[A-Za-z0-9_-]{1,64}|)\z/', $text( 'site_id' ), __( 'The site ID begins with gat_. Copy it from Lintel’s console.', 'lintel-age-gate' ) ),
			'threshold' => array( '/\A([1-9][0-9]?|policy)\z/', strtolower( $text( 'threshold' ) ), __( 'The age is a number such as 18, or the word policy.', 'lintel-age-gate' ) ),
			'scope'     => array( '/\A(off|site|parts)\z/', $text( 'scope' ), __( 'Choose what is behind the age check.', 'lintel-age-gate' ) ),
			'titles'    => array( '/\A(hide|show)\z/', $text( 'titles' ), __( 'Choose what lists show.', 'lintel-age-gate' ) ),
		);
		foreach ( $shapes as $name => list( $shape, $value, $complaint ) ) {
			if ( 1 === preg_match( $shape, $value ) ) {
				$clean[ $name ] = $value;
			} elseif ( function_exists( 'add_settings_error' ) ) {
				add_settings_error( self::OPTION, "lintel_gate_$name", $complaint );
			}
		}
		foreach ( array( 'pages', 'categories' ) as $name ) {
			$ids            = isset( $sent[ $name ] ) ? $sent[ $name ] : array();
			$clean[ $name ] = array_values( array_unique( array_filter( array_map( 'absint', is_array( $ids ) ? $ids : wp_parse_id_list( $ids ) ) ) ) );
		}
		$more                = isset( $sent['more_pages'] ) ? wp_parse_id_list( $sent['more_pages'] ) : array();
		$clean['pages']      = array_values( array_unique( array_merge( $clean['pages'], array_filter( $more ) ) ) );
		$types               = isset( $sent['post_types'] ) ? array_map( 'strval', (array) $sent['post_types'] ) : array();
		$clean['post_types'] = array_values( array_intersect( $types, get_post_types() ) );
		$paths               = isset( $sent['open_paths'] ) ? $sent['open_paths'] : array();
		$paths               = array_map( 'trim', is_array( $paths ) ? $paths : explode( "\n", (string) $paths ) );
		$clean['open_paths'] = array_values(
			array_filter(
				array_unique( $paths ),
				static function ( string $path ): bool {
					// "/" alone as a prefix would open everything.
					return '/' !== $path && 1 === preg_match( '#\A(/[A-Za-z0-9._~-]+)+/?\z#', $path ) && 1 !== preg_match( '#/\.{1,2}(/|\z)#', $path );
				}
			)
		);
		return $clean;
	}
}
